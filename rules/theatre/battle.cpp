#include "rules/theatre/battle.hpp"

#include "rules/odds/played_model.hpp"
#include "rules/theatre/calamities.hpp"
#include "rules/theatre/policy.hpp"
#include "rules/theatre/reading.hpp"
#include "rules/theatre/ruleset.hpp"
#include "rules/theatre/turn.hpp"
#include "rules/theatre/view.hpp"

namespace muster::rules::theatre {

bool TheatreBattle::step(Events& events) {
    if (campaign_.stage == Stage::over) return end(campaign_.result.winner, campaign_.result.annihilation ? "annihilation" : "turn_limit");
    if (!campaign_.rollers.empty()) return ask_for_dice();
    if (!campaign_.open) {
        campaign_.open = true;
        if (auto asks = open_stage(events); !asks.empty()) return ask(std::move(asks));
    }
    Story story(*campaign_.world, events);
    campaign_.open = false;
    close(campaign_, story);
    return false;
}

// Of a group first all forced choices are shown, then the decided ones, which whoever collects them shows.
std::vector<Ask> TheatreBattle::open_stage(Events& events) {
    campaign_.group = questions_of(campaign_);
    std::vector<Ask> asks;
    for (const auto& each : campaign_.group) {
        const char* kind = kind_of(each.options);
        if (each.forced) {
            std::visit([&](const auto& choice) { forced_choice(each.seat, kind, choice, events); }, *each.answer);
        } else {
            asks.push_back(
                question(each.seat, kind, std::visit([&](const auto& options) { return shared_json(Naming(*campaign_.world)(options)); }, each.options)));
        }
    }
    return asks;
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

// ---- decisions -----------------------------------------------------------------------------------------------------

std::expected<TheatreBattle::Choice, Refusal> TheatreBattle::read(Seat seat, JsonView choice) const {
    return read_choice(*campaign_.world, question_of(seat), choice);
}

TheatreBattle::Choice TheatreBattle::pick(Seat seat, Policy policy) const {
    return policy == Policy::listed ? listed_choice(campaign_, question_of(seat)) : default_choice(campaign_, question_of(seat));
}

TheatreBattle::Choice TheatreBattle::draw(Seat seat, Random& random) const { return theatre::random_choice(question_of(seat), random); }

// Of lost tokens that may be of either sort, the first that is named goes.
std::optional<TheatreBattle::Choice> TheatreBattle::prefer(Seat seat, const Preference& preference) const {
    const auto* losses = std::get_if<LossesOptions<int>>(&question_of(seat).options);
    const int population = preference.rank("population");
    const int army = preference.rank("army");
    if (!losses || population == army) return {};  // neither is named
    Losses<int> out;
    for (const auto& toll : losses->areas) out.armies.emplace(toll.area, population < army ? toll.armies_min() : toll.armies_max());
    return out;
}

std::unique_ptr<OddsModel> TheatreBattle::odds(Policy policy) const { return played_model(clone(), policy, !campaign_.world->calamity_dice); }

// ---- how it stands -------------------------------------------------------------------------------------------------

void TheatreBattle::count_left(Seat seat, std::map<std::string, int>& left) const {
    const auto own = total(campaign_, seat);
    left = {{"population", own.population}, {"army", own.armies}, {"ship", own.ships}, {"city", own.cities}};
}

Json TheatreBattle::situation() const { return {{"campaign", to_json_value(view_of(campaign_))}}; }

Json TheatreBattle::situation_of(Seat seat) const { return to_json_value(view_of(campaign_, seat)); }

}  // namespace muster::rules::theatre
