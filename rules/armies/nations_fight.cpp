#include "rules/armies/nations_fight.hpp"

namespace muster::rules::armies {

void NationsFight::begin(std::vector<Happening>& happened) {
    melee_ = melee(nations_.contenders, nations_.limit);
    if (melee_.removed.empty()) {  // D1
        finish_.reason = "no_conflict";
        return;
    }
    happened.emplace_back(melee_);
    go_on();
}

void NationsFight::remove(const Given& given, std::vector<Happening>& happened) {
    for (const int seat : melee_.removed[steps_]) {
        const auto index = static_cast<std::size_t>(seat);
        --nations_.contenders[index].tokens.of(*given[index]);
        happened.emplace_back(Removed{seat, *given[index], next_->step});
    }
    ++steps_;
    go_on();
}

void NationsFight::go_on() {
    next_.reset();
    if (steps_ < melee_.removed.size()) {
        const auto& losing = melee_.removed[steps_];
        next_ = Removal{steps_ < melee_.removed_before ? Step::before : losing.size() > 1 ? Step::simultaneous : Step::alternating, {}};
        for (const int seat : losing) next_->loses[static_cast<std::size_t>(seat)] = true;
        return;
    }
    std::vector<int> standing;
    for (std::size_t seat = 0; seat < nations_.contenders.size(); ++seat)
        if (nations_.contenders[seat].tokens.total() > 0) standing.push_back(static_cast<int>(seat));
    finish_.reason = standing.size() > 1 ? "within_limit" : "annihilation";
    if (standing.size() == 1) finish_.winner = standing.front();
}

}  // namespace muster::rules::armies
