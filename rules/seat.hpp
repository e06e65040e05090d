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

/// So many a battle may have.
inline constexpr std::size_t seats_max = 8;

/// Index of the seat called `name` in `seats`, if it is there.
std::optional<Seat> seat_named(std::span<const std::string> seats, std::string_view name);

}  // namespace muster::rules
