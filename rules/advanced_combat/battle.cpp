#include "rules/advanced_combat/battle.hpp"

#include <algorithm>

#include "rules/advanced_combat/chance.hpp"
#include "rules/advanced_combat/events.hpp"
#include "rules/drive.hpp"
#include "rules/odds/played_model.hpp"

namespace muster::rules::advanced_combat {

AdvancedBattle::AdvancedBattle(std::shared_ptr<const Table> table)
    : table_(std::move(table)), position_{{game().side(attacker).start, game().side(defender).start}} {}

void AdvancedBattle::begin(Events& events) { run(events); }

void AdvancedBattle::apply(const Input& input, Events& events) {
    if (const auto* rolled = std::get_if<Rolled>(&input)) take_dice(*rolled, events);
    else take_choice(std::get<Decided>(input).choices.front(), events);
    if (step_ != Step::over) run(events);
}

void AdvancedBattle::run(Events& events) {
    while (!step(events)) {}
}

bool AdvancedBattle::step(Events& events) {
    switch (step_) {
        case Step::leave: return ask_withdrawal();
        case Step::start: return start_phase(events);
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

bool AdvancedBattle::ask_withdrawal() { return ask(attacker, "withdraw", Json::object()); }  // A14

bool AdvancedBattle::start_phase(Events& events) {
    if (idle_phases_ >= idle_phases_max) return end_in_standoff();
    if (changed_ && stuck(game(), position_, finder_)) return end_in_standoff();
    changed_ = false;
    waves_ = {};
    tolls_ = {};
    wave_size_ = std::min(units(attacker), units(defender));
    events.push_back({"phase_started", to_text(PhaseStarted{++phase_, wave_size_, units(attacker), units(defender)})});
    step_ = Step::wave;
    return false;
}

bool AdvancedBattle::form_waves(Events& events) {
    const int larger = larger_side();
    const auto& living = position_.of(larger).units;
    wave(other(larger)).units = position_.of(other(larger)).units;
    if (units(attacker) != units(defender)) {
        const auto types = std::ranges::count_if(living, [](int count) { return count > 0; });
        if (types > 1) return ask(larger, "wave", wave_options(*table_, larger, living, wave_size_));
        wave(larger).units = listed_wave(game().side(larger), living, wave_size_);
        forced_choice(larger, "wave", wave_json(*table_, larger, wave(larger).units), events);
    } else {
        wave(larger).units = living;  // A1
    }
    announce_waves(events);
    return false;
}

void AdvancedBattle::announce_waves(Events& events) {
    for (const int seat : {attacker, defender}) events.push_back({"wave_formed", to_text(WaveFormed{seat_name(seat), named(*table_, seat, wave(seat).units)})});
    step_ = Step::air_attacker;
}

bool AdvancedBattle::support(int seat, Events& events) {
    const auto& planes = position_.of(seat).aircraft;
    if (aircraft(game(), position_, seat) == 0) {
        step_ = seat == attacker ? Step::air_defender : Step::roll_attacker;
        return false;
    }
    if (!support_forced(game().side(seat), wave(seat).units, planes)) return ask(seat, "air_support", support_options(*table_, seat, wave(seat).units, planes));
    auto support = choose_support(Policy::best, game(), seat, wave(seat), enemy_wave(seat), planes);
    forced_choice(seat, "air_support", support_json(*table_, seat, support), events);
    take_support(seat, std::move(support), events);
    return false;
}

void AdvancedBattle::take_support(int seat, Support support, Events& events) {
    wave(seat).support = std::move(support);
    events.push_back({"air_support_declared", to_text(AirSupportDeclared{seat_name(seat), std::string(arm_name(game(), wave(seat).support.arm)),
                                                                         named_pairs(*table_, seat, wave(seat).support)})});
    step_ = seat == attacker ? Step::air_defender : Step::roll_attacker;
}

bool AdvancedBattle::roll(int seat) {
    Roll roll{seat, seat == attacker ? "attack" : "defence", {}};
    for (const auto& entry : named(*table_, seat, wave(seat).units)) roll.groups.push_back({entry.unit + (entry.enhanced ? " (enhanced)" : ""), entry.count});
    for (const auto& entry : named_aircraft(*table_, seat, taking_part(wave(seat).support))) roll.groups.push_back({entry.unit, entry.count});
    need_ = std::move(roll);
    return true;
}

void AdvancedBattle::take_dice(const Rolled& rolled, Events& events) {
    const auto& roll = std::get<Roll>(need_);
    const int seat = roll.seat;
    events.push_back(rolled_event(seat_name(seat), roll, rolled));
    auto& totals = wave(seat).totals;
    totals = bonuses(game(), seat, wave(seat).units, enemy_wave(seat), units(defender));
    add_dice(totals, game().side(seat), wave(seat), rolled.values);
    events.push_back({"totalled", to_text(Totalled{seat_name(seat), lines_of(totals), totals.total})});
    step_ = seat == attacker ? Step::roll_defender : Step::loss_attacker;
}

// A9: both totals stand before anybody is removed.
bool AdvancedBattle::lose(int seat, Events& events) {
    auto& due = tolls_[static_cast<std::size_t>(seat)];
    const int damage = wave(other(seat)).totals.total;
    due = toll(game().side(seat), wave(seat).units, damage);
    if (due.units > 0 && !forced(game(), seat, wave(seat), due)) return ask(seat, "casualties", casualty_options(*table_, seat, wave(seat), damage, due));
    const auto losses = choose_losses(Policy::best, game(), seat, wave(seat), enemy_wave(seat), due);
    if (due.units > 0) forced_choice(seat, "casualties", casualty_json(*table_, seat, losses), events);
    take_losses(seat, losses, events);
    return false;
}

void AdvancedBattle::take_losses(int seat, const Losses& losses, Events& events) {
    const auto& due = tolls_[static_cast<std::size_t>(seat)];
    Counts planes = aircraft_lost(game(), seat, wave(seat), losses);
    remove(game(), position_, seat, losses, planes);
    changed_ = changed_ || due.units > 0;
    events.push_back({"casualties_taken", to_text(CasualtiesTaken{seat_name(seat), wave(other(seat)).totals.total, due.absorbed,
                                                                  named(*table_, seat, losses.units), named_aircraft(*table_, seat, planes)})});
    step_ = seat == attacker ? Step::loss_defender : Step::finish;
}

bool AdvancedBattle::finish_phase() {
    const int attackers = units(attacker);
    const int defenders = units(defender);
    if (attackers == 0 && defenders == 0) return end({}, "mutual_destruction");  // A11
    if (defenders == 0) return end(attacker, "annihilation");
    if (attackers == 0) return end(defender, "annihilation");
    idle_phases_ = changed_ ? 0 : idle_phases_ + 1;
    step_ = game().withdraw ? Step::leave : Step::start;
    return false;
}

// ---- decisions -----------------------------------------------------------------------------------------------------

bool AdvancedBattle::ask(int seat, std::string kind, Json options) {
    Ask asked{seat, std::move(kind), std::move(options), {}};
    need_ = std::vector<Ask>{asked};  // choose() looks at what is asked
    std::get<std::vector<Ask>>(need_).front().preset = choose(seat, Policy::best);
    return true;
}

void AdvancedBattle::forced_choice(int seat, const char* kind, const Json& choice, Events& events) const {
    events.push_back(chosen_event({.seat = seat_name(seat), .kind = kind, .choice = choice, .forced = true}));
}

std::expected<Json, Refusal> AdvancedBattle::check(Seat seat, const Json& choice) const {
    const auto canonical = [](const auto& read, auto&& write) -> std::expected<Json, Refusal> {
        if (!read) return std::unexpected(read.error());
        return write(*read);
    };
    const auto& own = position_.of(seat);
    switch (step_) {
        case Step::leave: return canonical(read_fields<WithdrawChoice>(choice, Code::illegal_choice), [](const auto& w) { return to_json_value(w); });
        case Step::wave: return canonical(read_wave(*table_, seat, own.units, wave_size_, choice), [&](const auto& w) { return wave_json(*table_, seat, w); });
        case Step::air_attacker:
        case Step::air_defender:
            return canonical(read_support(*table_, seat, wave(seat), enemy_wave(seat), own.aircraft, choice),
                             [&](const auto& s) { return support_json(*table_, seat, s); });
        default:
            return canonical(read_casualties(*table_, seat, wave(seat), tolls_[static_cast<std::size_t>(seat)], choice),
                             [&](const auto& l) { return casualty_json(*table_, seat, l); });
    }
}

Json AdvancedBattle::wave_choice(Policy policy) const {
    const int seat = larger_side();
    if (policy == Policy::listed) return wave_json(*table_, seat, listed_wave(game().side(seat), position_.of(seat).units, wave_size_));
    WaveFinder finder;
    finder.search(game(), position_, seat, wave_size_, expected_total);
    return wave_json(*table_, seat, finder.wave());
}

Json AdvancedBattle::choose(Seat seat, Policy policy) const {
    switch (step_) {
        case Step::leave: return to_json_value(WithdrawChoice{});
        case Step::wave: return wave_choice(policy);
        case Step::air_attacker:
        case Step::air_defender:
            return support_json(*table_, seat, choose_support(policy, game(), seat, wave(seat), enemy_wave(seat), position_.of(seat).aircraft));
        default: return casualty_json(*table_, seat, choose_losses(policy, game(), seat, wave(seat), enemy_wave(seat), tolls_[static_cast<std::size_t>(seat)]));
    }
}

Json AdvancedBattle::random_choice(Seat seat, Random& random) const {
    const auto& side = game().side(seat);
    const auto& own = position_.of(seat);
    switch (step_) {
        case Step::leave: return to_json_value(WithdrawChoice{random.below(2) == 1});
        case Step::wave: return wave_json(*table_, seat, random_wave(side, own.units, wave_size_, random));
        case Step::air_attacker:
        case Step::air_defender: return support_json(*table_, seat, random_support(side, wave(seat).units, own.aircraft, random));
        default: return casualty_json(*table_, seat, random_losses(game(), seat, wave(seat), tolls_[static_cast<std::size_t>(seat)], random));
    }
}

std::unique_ptr<OddsModel> AdvancedBattle::odds(Policy policy) const { return played_model(clone(), seat_names(), policy, false); }

// The choice is legal (a precondition of apply()), so reading it always gives a value.
void AdvancedBattle::take_choice(const Json& choice, Events& events) {
    const int seat = std::get<std::vector<Ask>>(need_).front().seat;
    switch (step_) {
        case Step::leave:
            if (read_fields<WithdrawChoice>(choice, Code::illegal_choice).value().withdraw) end(defender, "withdrawal");
            else step_ = Step::start;
            break;
        case Step::wave:
            wave(seat).units = read_wave(*table_, seat, position_.of(seat).units, wave_size_, choice).value();
            announce_waves(events);
            break;
        case Step::air_attacker:
        case Step::air_defender:
            take_support(seat, read_support(*table_, seat, wave(seat), enemy_wave(seat), position_.of(seat).aircraft, choice).value(), events);
            break;
        default: take_losses(seat, read_casualties(*table_, seat, wave(seat), tolls_[static_cast<std::size_t>(seat)], choice).value(), events);
    }
}

// ---- the end -------------------------------------------------------------------------------------------------------

bool AdvancedBattle::end(std::optional<Seat> winner, std::string reason) {
    step_ = Step::over;
    need_ = Over{{winner, std::move(reason), survivors()}};
    return true;
}

bool AdvancedBattle::end_in_standoff() { return end({}, game().standoff == Standoff::repulse ? "standoff" : "withdrawal"); }

Json AdvancedBattle::survivors() const { return {{seat_name(attacker), units(attacker)}, {seat_name(defender), units(defender)}}; }

// Nothing is hidden in this ruleset.
Json AdvancedBattle::view(Viewer /*viewer*/) const {
    Json out{{"phase", phase_}, {"wave_size", wave_size_}};
    for (const int seat : {attacker, defender}) {
        Json& side = out[seat_name(seat)];
        side = {{"army", to_json_value(named(*table_, seat, position_.of(seat).units))},
                {"aircraft", to_json_value(named_aircraft(*table_, seat, position_.of(seat).aircraft))},
                {"wave", to_json_value(named(*table_, seat, wave(seat).units))}};
        if (!wave(seat).support.pairs.empty()) side["air_support"] = support_json(*table_, seat, wave(seat).support);
    }
    return out;
}

}  // namespace muster::rules::advanced_combat
