// What every engine has to know of steps: how they follow each other, and how a slice of them is cut.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "storage/battle.hpp"

namespace muster::storage {

/// Why `step` cannot come after `head`, if it cannot.
std::optional<std::string> why_out_of_order(const Step& step, std::int64_t head);

/// Why a step cannot name this seat.
std::string no_seat(const std::string& seat);

/// Gathers what Store::events_after() gives.
class StepSlice {
public:
    explicit StepSlice(std::size_t bytes_max) : bytes_max_(bytes_max) {}

    /// Takes the next step of the battle, or passes over it when it has no events; false: there is no room for it.
    bool take(Step step);
    std::vector<Step> steps() && { return std::move(steps_); }

private:
    const std::size_t bytes_max_;
    std::size_t bytes_ = 0;
    std::vector<Step> steps_{};
};

}  // namespace muster::storage
