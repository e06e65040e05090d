#include "server/battle/change.hpp"

#include <algorithm>
#include <iterator>

namespace muster::server {

namespace {

template <typename Each>
void put_before(std::vector<Each>& later, std::vector<Each>& first) {
    later.insert(later.begin(), std::make_move_iterator(first.begin()), std::make_move_iterator(first.end()));
}

}  // namespace

// What lay sealed between the two was never stored. Of decisions that are closed nobody is asked again.
void Change::go_with(Change other) {
    const auto is_of_first = [&](const storage::Sealed& opened) {
        return std::ranges::any_of(step.seal, [&](const auto& each) { return each.seat == opened.seat && each.decision == opened.decision; });
    };
    std::erase_if(other.step.unseal, is_of_first);
    put_before(other.step.keep, step.keep);
    other.step.answers.insert(0, step.answers);
    if (!other.step.wake_at) other.step.wake_at = step.wake_at;
    put_before(other.nudges, nudges);
    put_before(other.subscriptions_ended, subscriptions_ended);
    other.clock_changed = other.clock_changed || clock_changed;
    *this = std::move(other);
}

}  // namespace muster::server
