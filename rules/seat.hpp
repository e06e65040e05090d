// Who decides in a battle: its seats, told apart by number within and by name without.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace muster::rules {

/// Index into Battle::seats().
using Seat = int;

/// Who is asked where whoever wants to may answer, and the first who does is it. Nobody is waited for then: no clock runs, and no default is played.
inline constexpr Seat anybody = -1;

/// So many a battle may have.
inline constexpr std::size_t seats_max = 8;

/// Index of the seat called `name` in `seats`, if it is there.
std::optional<Seat> seat_named(std::span<const std::string> seats, std::string_view name);

/// Of a setup's names of seats, which of them is no good, and why.
struct SeatNameFault {
    std::size_t place = 0;
    std::string sentence{};
};

/// The first that is not made of small letters, digits and _, is reserved, is one of `taken`, or is there twice.
std::optional<SeatNameFault> fault_of_seat_names(std::span<const std::string> names, std::span<const std::string_view> taken);

/// Whether the word means somebody else than a seat, or what clients could not tell from a part of their own objects: no setup names a seat so.
bool is_reserved_seat_name(std::string_view name);

}  // namespace muster::rules
