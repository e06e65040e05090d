#include "rules/high_die/battle.hpp"

namespace muster::rules::high_die {

const std::vector<std::string>& seat_names() {
    static const std::vector<std::string> names{"red", "blue"};
    return names;
}

bool HighDieBattle::step(Events& /*events*/) {
    for (const Seat seat : each_seat()) {
        if (!due_[static_cast<std::size_t>(seat)]) continue;
        need_ = Roll{seat, "die", {{.label = "die", .dice = 1, .sides = setup_.sides}}};
        return true;
    }
    if (!asked_) {
        asked_ = true;
        std::vector<Ask> asks;
        for (const Seat seat : each_seat()) asks.push_back(question(seat, "again", shared_json(AgainOptions{dice_[static_cast<std::size_t>(seat)]})));
        return ask(std::move(asks));
    }
    if (dice_[0] == dice_[1]) return end({}, "equal");
    return end(dice_[0] > dice_[1] ? 0 : 1, "higher");
}

void HighDieBattle::take_dice(Seat seat, const std::vector<int>& values, Events& events) {
    dice_[static_cast<std::size_t>(seat)] = values.front();
    due_[static_cast<std::size_t>(seat)] = false;
    events.push_back(make_event("shown", Shown{seat_id(seat), values.front()}));
}

std::expected<HighDieBattle::Choice, Refusal> HighDieBattle::read(Seat /*seat*/, JsonView choice) const {
    const auto made = read_fields<AgainChoice>(choice, Code::illegal_choice);
    if (!made) return std::unexpected(made.error());
    return *made;
}

void HighDieBattle::take(Seat seat, AgainChoice choice, Events& /*events*/) { due_[static_cast<std::size_t>(seat)] = choice.again; }

HighDieBattle::Choice HighDieBattle::pick(Seat seat, Policy policy) const {
    return AgainChoice{policy != Policy::preset && 2 * dice_[static_cast<std::size_t>(seat)] <= setup_.sides};
}

}  // namespace muster::rules::high_die
