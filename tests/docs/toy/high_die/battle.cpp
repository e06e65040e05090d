#include "rules/high_die/battle.hpp"

#include "rules/odds/played_model.hpp"

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
        return ask(std::array<Seat, 2>{0, 1});
    }
    if (dice_[0] == dice_[1]) return end({{}, "equal"});
    return end({dice_[0] > dice_[1] ? 0 : 1, "higher"});
}

void HighDieBattle::take_dice(Seat seat, const std::vector<int>& values, Events& events) {
    dice_[static_cast<std::size_t>(seat)] = values.front();
    due_[static_cast<std::size_t>(seat)] = false;
    events.push_back(make_event("shown", Shown{seat_id(seat), values.front()}));
}

void HighDieBattle::take(Seat seat, AgainChoice choice, Events& /*events*/) { due_[static_cast<std::size_t>(seat)] = choice.again; }

std::unique_ptr<OddsModel> HighDieBattle::odds(Policy policy) const { return played_model(clone(), policy, false); }

}  // namespace muster::rules::high_die
