#include "rules/advanced_combat/battle.hpp"

#include <algorithm>

#include "rules/advanced_combat/events.hpp"
#include "rules/advanced_combat/odds.hpp"

namespace muster::rules::advanced_combat {

namespace {

Step after_support(Step step) {
    switch (step) {
        case Step::air_first: return Step::wave;
        case Step::air_attacker: return Step::air_defender;
        default: return Step::roll_attacker;
    }
}

}  // namespace

AdvancedBattle::AdvancedBattle(std::shared_ptr<const Table> table) : table_(std::move(table)), now_{.position = start_position(game())} {}

bool AdvancedBattle::step(Events& events) {
    switch (now_.step) {
        case Step::leave: return ask(attacker);  // A14
        case Step::start: return start_phase(events);
        case Step::air_first: return support_before_wave(events);
        case Step::wave: return form_waves(events);
        case Step::air_attacker: return support(attacker, events);
        case Step::air_defender: return support(defender, events);
        case Step::roll_attacker: return roll(attacker);
        case Step::roll_defender: return roll(defender);
        case Step::loss_attacker: return lose(attacker, events);
        case Step::loss_defender: return lose(defender, events);
        case Step::finish: return finish_phase();
        case Step::over: return true;
    }
    return true;
}

// ---- the steps of a phase ------------------------------------------------------------------------------------------

bool AdvancedBattle::start_phase(Events& events) {
    if (const auto finish = finish_before_phase(game(), now_, finder_)) return finish_with(*finish);
    now_.changed = false;
    now_.waves = {};
    tolls_ = {};
    wave_size_ = std::min(units(attacker), units(defender));
    events.push_back(make_event("phase_started", PhaseStarted{++phase_, wave_size_, units(attacker), units(defender)}));
    now_.step = Step::air_first;
    return false;
}

// A18: who chooses no wave may have to say before the other does where its aircraft fly.
bool AdvancedBattle::support_before_wave(Events& events) {
    const auto first = supports_first(game(), now_.position);
    if (!first) {
        now_.step = Step::wave;
        return false;
    }
    wave(*first).units = now_.position.of(*first).units;
    announce_wave(*first, events);
    return support(*first, events);
}

bool AdvancedBattle::form_waves(Events& events) {
    const int larger = this->larger();
    const auto& living = now_.position.of(larger).units;
    wave(other(larger)).units = now_.position.of(other(larger)).units;
    if (units(attacker) != units(defender)) {
        const auto types = std::ranges::count_if(living, [](int count) { return count > 0; });
        if (types > 1) return ask(larger);
        wave(larger).units = listed_wave(game().side(larger), living, wave_size_);
        forced_choice(larger, WaveDecision{moment(larger), wave_size_}, wave(larger).units, events);
    } else {
        wave(larger).units = living;  // A1
    }
    announce_waves(events);
    return false;
}

void AdvancedBattle::announce_waves(Events& events) {
    for (const int seat : {attacker, defender})
        if (!now_.support_declared(seat)) announce_wave(seat, events);
    now_.step = Step::air_attacker;
}

void AdvancedBattle::announce_wave(int seat, Events& events) {
    events.push_back(make_event("wave_formed", WaveFormed{seat_name(seat), named(*table_, seat, wave(seat).units)}));
}

bool AdvancedBattle::support(int seat, Events& events) {
    const auto& planes = now_.position.of(seat).aircraft;
    if (aircraft(game(), now_.position, seat) == 0 || now_.support_declared(seat)) {
        now_.step = after_support(now_.step);
        return false;
    }
    if (!support_forced(game().side(seat), wave(seat).units, planes)) return ask(seat);
    const SupportDecision decision{moment(seat), wave_size_};
    auto support = decision.usual();
    forced_choice(seat, decision, support, events);
    take(seat, std::move(support), events);
    return false;
}

void AdvancedBattle::take(Seat seat, Support support, Events& events) {
    wave(seat).support = std::move(support);
    events.push_back(make_event("air_support_declared", AirSupportDeclared{seat_name(seat), std::string(arm_name(game(), wave(seat).support.arm)),
                                                                           named_pairs(*table_, seat, wave(seat).support)}));
    now_.step = after_support(now_.step);
}

bool AdvancedBattle::roll(int seat) {
    Roll roll{seat, seat == attacker ? "attack" : "defence", {}};
    for (const auto& entry : named(*table_, seat, wave(seat).units)) roll.groups.push_back({dice_label(entry), entry.count});
    for (const auto& entry : named_aircraft(*table_, seat, taking_part(wave(seat).support))) roll.groups.push_back({entry.unit, entry.count});
    need_ = std::move(roll);
    return true;
}

void AdvancedBattle::take_dice(Seat seat, const std::vector<int>& values, Events& events) {
    auto& totals = wave(seat).totals;
    totals = total_of(game(), now_, seat, values);
    events.push_back(make_event("totalled", Totalled{seat_name(seat), lines_of(totals), totals.total}));
    now_.step = seat == attacker ? Step::roll_defender : Step::loss_attacker;
}

// A9: both totals stand before anybody is removed.
bool AdvancedBattle::lose(int seat, Events& events) {
    const int damage = wave(other(seat)).totals.total;
    due(seat) = toll(game().side(seat), wave(seat).units, damage);
    if (due(seat).units > 0 && !forced(game(), seat, wave(seat), due(seat))) return ask(seat);
    const CasualtyDecision decision{moment(seat), due(seat)};
    const auto losses = decision.usual();
    if (due(seat).units > 0) forced_choice(seat, decision, losses, events);
    take(seat, losses, events);
    return false;
}

void AdvancedBattle::take(Seat seat, const Losses& losses, Events& events) {
    const Counts planes = take_losses(game(), now_, seat, losses);
    events.push_back(make_event("casualties_taken", CasualtiesTaken{seat_name(seat), wave(other(seat)).totals.total, due(seat).absorbed,
                                                                    named(*table_, seat, losses.units), named_aircraft(*table_, seat, planes)}));
    now_.step = seat == attacker ? Step::loss_defender : Step::finish;
}

bool AdvancedBattle::finish_phase() {
    if (const auto finish = finish_after_phase(game(), now_.position)) return finish_with(*finish);
    next_phase(game(), now_);
    return false;
}

// ---- decisions -----------------------------------------------------------------------------------------------------

std::variant<WithdrawDecision, WaveDecision, SupportDecision, CasualtyDecision> AdvancedBattle::decision(Seat seat) const {
    switch (now_.step) {
        case Step::leave: return WithdrawDecision{};
        case Step::wave: return WaveDecision{moment(seat), wave_size_};
        case Step::air_first:
        case Step::air_attacker:
        case Step::air_defender: return SupportDecision{moment(seat), wave_size_};
        default: return CasualtyDecision{moment(seat), due(seat)};
    }
}

void AdvancedBattle::take(Seat /*seat*/, const WithdrawChoice& choice, Events& /*events*/) {
    if (choice.withdraw) finish_with({defender, "withdrawal"});
    else now_.step = Step::start;
}

void AdvancedBattle::take(Seat seat, const Counts& units, Events& events) {
    wave(seat).units = units;
    announce_waves(events);
}

std::unique_ptr<OddsModel> AdvancedBattle::odds(Policy policy) const { return odds_model(table_, now_, policy); }

// ---- the end -------------------------------------------------------------------------------------------------------

bool AdvancedBattle::finish_with(const Finish& finish) {
    now_.step = Step::over;
    return end(finish);
}

// ---- how it stands -------------------------------------------------------------------------------------------------

void AdvancedBattle::count_left(Seat seat, std::map<std::string, int>& left) const {
    civilization::count_left(table_->army_of(seat), now_.position.of(seat).units, left);
    civilization::count_left(table_->air_of(seat), now_.position.of(seat).aircraft, left);
}

Json AdvancedBattle::situation() const { return {{"phase", phase_}, {"wave_size", wave_size_}}; }

Json AdvancedBattle::situation_of(Seat seat) const {
    Json out{{"army", to_json_value(named(*table_, seat, now_.position.of(seat).units))},
             {"aircraft", to_json_value(named_aircraft(*table_, seat, now_.position.of(seat).aircraft))},
             {"wave", to_json_value(named(*table_, seat, wave(seat).units))}};
    if (!wave(seat).support.pairs.empty()) out["air_support"] = to_json_value(support_choice(*table_, seat, wave(seat).support));
    return out;
}

}  // namespace muster::rules::advanced_combat
