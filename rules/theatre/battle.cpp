#include "rules/theatre/battle.hpp"

#include "rules/odds/played_model.hpp"
#include "rules/theatre/calamities.hpp"
#include "rules/theatre/turn.hpp"
#include "rules/theatre/view.hpp"

namespace muster::rules::theatre {

bool TheatreBattle::step(Events& events) {
    if (campaign_.stage == Stage::over) return end({campaign_.result.winner, campaign_.result.annihilation ? "annihilation" : "turn_limit"});
    if (!campaign_.rollers.empty()) return ask_for_dice();
    if (!campaign_.open) {
        campaign_.open = true;
        if (const auto asked = open_stage(events); !asked.empty()) return ask(asked);
    }
    Story story(*campaign_.world, events);
    campaign_.open = false;
    close(campaign_, story);
    return false;
}

// Of a group first all forced choices are shown, then the decided ones, which whoever collects them shows.
std::vector<Seat> TheatreBattle::open_stage(Events& events) {
    campaign_.group = questions_of(campaign_);
    std::vector<Seat> asked;
    for (const auto& each : campaign_.group) {
        if (each.forced) std::visit([&](const auto& choice) { forced_choice(each.seat, Decision{campaign_, each}, choice, events); }, *each.answer);
        else asked.push_back(each.seat);
    }
    return asked;
}

// F19: a die for each stack says whether it strikes, another which of its calamities.
bool TheatreBattle::ask_for_dice() {
    const int seat = campaign_.rollers.front();
    const int stacks = stacks_of(campaign_, seat);
    need_ = Roll{seat, "calamities", {{"strikes", stacks}, {"which", stacks}}};
    return true;
}

void TheatreBattle::take_dice(Seat /*seat*/, const std::vector<int>& values, Events& /*events*/) {
    need_ = {};
    take_calamity_dice(campaign_, values);
}

const Question& TheatreBattle::question_of(Seat seat) const { return *std::ranges::find(campaign_.group, seat, &Question::seat); }

std::unique_ptr<OddsModel> TheatreBattle::odds(Policy policy) const { return played_model(clone(), policy, !campaign_.world->calamity_dice); }

// ---- how it stands -------------------------------------------------------------------------------------------------

void TheatreBattle::count_left(Seat seat, std::map<std::string, int>& left) const {
    const auto own = total(campaign_, seat);
    left = {{"population", own.population}, {"army", own.armies}, {"ship", own.ships}, {"city", own.cities}};
}

Json TheatreBattle::situation() const { return {{"campaign", to_json_value(view_of(campaign_))}}; }

Json TheatreBattle::situation_of(Seat seat) const { return to_json_value(view_of(campaign_, seat)); }

}  // namespace muster::rules::theatre
