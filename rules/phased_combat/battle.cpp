#include "rules/phased_combat/battle.hpp"

#include "rules/phased_combat/allocation.hpp"
#include "rules/phased_combat/events.hpp"
#include "rules/phased_combat/odds.hpp"

namespace muster::rules::phased_combat {

PhasedBattle::PhasedBattle(std::shared_ptr<const Table> table) : table_(std::move(table)), now_(first_progress(game())) {}

void PhasedBattle::open(Events& events) {
    start_round(game(), now_);
    announce_round(events);
}

bool PhasedBattle::step(Events& events) {
    switch (now_.step) {
        case Step::roll_attacker: return roll(attacker);
        case Step::roll_defender: return roll(defender);
        case Step::classes: return state_classes(events);
        case Step::casualties: return place_hits(events);
        case Step::retreat: return ask(attacker);
        case Step::over: return true;
    }
    return true;
}

void PhasedBattle::announce_round(Events& events) const {
    events.push_back(make_event("round_started", RoundStarted{now_.round}));
    announce_phase(events);
}

void PhasedBattle::announce_phase(Events& events) const {
    events.push_back(make_event("phase_started", PhaseStarted{now_.round, phase_name(game(), now_.phase)}));
}

// ---- the steps of a phase ------------------------------------------------------------------------------------------

bool PhasedBattle::roll(int seat) {
    Roll roll{seat, phase_name(game(), now_.phase), {}};
    const auto& side = game().side(seat);
    const Counts pieces = firing(game(), now_, seat);
    for (int i = 0; i < types(side); ++i) {
        if (at(pieces, i) == 0) continue;
        const auto& troop = table_->of(seat)[static_cast<std::size_t>(i)];
        roll.groups.push_back(
            {dice_label(UnitCount{troop.unit.id, troop.enhanced, at(pieces, i)}), at(pieces, i) * type(side, i).era, type(side, i).combat_value});
    }
    if (roll.groups.empty()) {
        now_.step = seat == attacker ? Step::roll_defender : Step::classes;
        return false;
    }
    need_ = std::move(roll);
    return true;
}

// C4: hits wait until both have rolled.
void PhasedBattle::take_dice(Seat seat, const std::vector<int>& values, Events& /*events*/) {
    now_.hits_by(seat) = hits_of(game().side(seat), firing(game(), now_, seat), values);
    now_.step = seat == attacker ? Step::roll_defender : Step::classes;
}

bool PhasedBattle::state_classes(Events& events) {
    std::vector<int> asked;
    for (const int seat : {attacker, defender}) {
        if (now_.stated_by(seat) || !states_class(game(), now_, seat)) continue;
        const auto classes = classes_of_enemy(game(), now_.position, seat);
        if (classes.size() > 1) {
            asked.push_back(seat);
            continue;
        }
        now_.stated_by(seat) = classes.front();
        forced_choice(seat, ClassDecision{moment(seat)}, classes.front(), events);
    }
    if (!asked.empty()) return ask(asked);
    for (const int seat : {attacker, defender})
        if (units_of(game().side(seat), living(seat), firing_class(game(), now_)) > 0)
            events.push_back(make_event("hits_dealt", HitsDealt{seat_name(seat), now_.hits_by(seat), now_.stated_by(seat)}));
    now_.step = Step::casualties;
    return false;
}

bool PhasedBattle::place_hits(Events& events) {
    std::vector<int> asked;
    for (const int seat : {attacker, defender}) {
        if (now_.losses_of(seat)) continue;
        const auto& side = game().side(seat);
        const bool any = kills(side, living(seat), due(seat));
        if (any && !forced(side, living(seat), due(seat))) {
            asked.push_back(seat);
            continue;
        }
        const CasualtyDecision decision{moment(seat)};
        const Counts losses = decision.usual();
        now_.losses_of(seat) = losses;
        if (any) forced_choice(seat, decision, losses, events);
    }
    if (!asked.empty()) return ask(asked);
    take_all_losses(events);
    if (const auto finish = finish_after_phase(strength_of(attacker), strength_of(defender))) return finish_with(*finish);
    if (next_phase(game(), now_)) announce_phase(events);
    else now_.step = Step::retreat;
    return false;
}

void PhasedBattle::take_all_losses(Events& events) {
    for (const int seat : {attacker, defender}) {
        const Counts losses = *now_.losses_of(seat);
        take_losses(game(), now_, seat, losses);
        auto lost = named(table_->of(seat), losses);
        if (now_.hits_by(other(seat)) > 0 || !lost.empty())
            events.push_back(make_event("casualties_taken", CasualtiesTaken{seat_name(seat), std::move(lost), now_.position.kept_by(seat)}));
    }
}

// ---- decisions -----------------------------------------------------------------------------------------------------

std::variant<ClassDecision, CasualtyDecision, RetreatDecision> PhasedBattle::decision(Seat seat) const {
    switch (now_.step) {
        case Step::classes: return ClassDecision{moment(seat)};
        case Step::casualties: return CasualtyDecision{moment(seat)};
        default: return RetreatDecision{moment(seat)};
    }
}

void PhasedBattle::take(Seat /*seat*/, const RetreatChoice& choice, Events& events) {
    if (!choice.retreat) {
        start_round(game(), now_);
        announce_round(events);
        return;
    }
    events.push_back(make_event("retreated", Retreated{choice.region}));
    if (!choice.region) now_.position.of(attacker) = {};  // C9
    finish_with({defender, choice.region ? "retreat" : "destroyed_in_retreat"});
}

std::unique_ptr<OddsModel> PhasedBattle::odds(Policy policy) const { return odds_model(table_, now_, policy); }

// ---- the end -------------------------------------------------------------------------------------------------------

bool PhasedBattle::finish_with(const Finish& finish) {
    now_.step = Step::over;
    return end(finish);
}

// ---- how it stands -------------------------------------------------------------------------------------------------

void PhasedBattle::count_left(Seat seat, std::map<std::string, int>& left) const { civilization::count_left(table_->of(seat), living(seat), left); }

// What is sealed is not in the battle yet.
Json PhasedBattle::situation() const { return {{"round", now_.round}, {"phase", phase_name(game(), now_.phase)}}; }

Json PhasedBattle::situation_of(Seat seat) const {
    Json army = Json::array();
    Json aircraft = Json::array();
    for (const auto& troop : table_->of(seat)) {
        const int left = at(living(seat), static_cast<int>(&troop - table_->of(seat).data()));
        if (left == 0) continue;
        auto& list = troop.unit.unit_class == UnitClass::aircraft ? aircraft : army;
        list.push_back(to_json_value(UnitCount{troop.unit.id, troop.enhanced, left}));
    }
    return {{"army", army}, {"aircraft", aircraft}, {"kept", now_.position.kept_by(seat)}, {"hits", now_.hits_by(seat)}};
}

}  // namespace muster::rules::phased_combat
