#include "rules/advanced_combat/battle.hpp"

#include <algorithm>

#include "rules/advanced_combat/chance.hpp"
#include "rules/advanced_combat/events.hpp"
#include "rules/advanced_combat/odds.hpp"

namespace muster::rules::advanced_combat {

AdvancedBattle::AdvancedBattle(std::shared_ptr<const Table> table) : table_(std::move(table)), now_{.position = start_position(game())} {}

bool AdvancedBattle::step(Events& events) {
    switch (now_.step) {
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
    if (const auto finish = finish_before_phase(game(), now_, finder_)) return finish_with(*finish);
    now_.changed = false;
    now_.waves = {};
    tolls_ = {};
    wave_size_ = std::min(units(attacker), units(defender));
    events.push_back({"phase_started", to_text(PhaseStarted{++phase_, wave_size_, units(attacker), units(defender)})});
    now_.step = Step::wave;
    return false;
}

bool AdvancedBattle::form_waves(Events& events) {
    const int larger = this->larger();
    const auto& living = now_.position.of(larger).units;
    wave(other(larger)).units = now_.position.of(other(larger)).units;
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
    now_.step = Step::air_attacker;
}

bool AdvancedBattle::support(int seat, Events& events) {
    const auto& planes = now_.position.of(seat).aircraft;
    if (aircraft(game(), now_.position, seat) == 0) {
        now_.step = seat == attacker ? Step::air_defender : Step::roll_attacker;
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
    now_.step = seat == attacker ? Step::air_defender : Step::roll_attacker;
}

bool AdvancedBattle::roll(int seat) {
    Roll roll{seat, seat == attacker ? "attack" : "defence", {}};
    for (const auto& entry : named(*table_, seat, wave(seat).units)) roll.groups.push_back({dice_label(entry), entry.count});
    for (const auto& entry : named_aircraft(*table_, seat, taking_part(wave(seat).support))) roll.groups.push_back({entry.unit, entry.count});
    need_ = std::move(roll);
    return true;
}

void AdvancedBattle::take_dice(const Rolled& rolled, Events& events) {
    const auto& roll = std::get<Roll>(need_);
    const int seat = roll.seat;
    events.push_back(rolled_event(seat_name(seat), roll, rolled));
    auto& totals = wave(seat).totals;
    totals = total_of(game(), now_, seat, rolled.values);
    events.push_back({"totalled", to_text(Totalled{seat_name(seat), lines_of(totals), totals.total})});
    now_.step = seat == attacker ? Step::roll_defender : Step::loss_attacker;
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
    const Counts planes = advanced_combat::take_losses(game(), now_, seat, losses);
    events.push_back({"casualties_taken", to_text(CasualtiesTaken{seat_name(seat), wave(other(seat)).totals.total, due.absorbed,
                                                                  named(*table_, seat, losses.units), named_aircraft(*table_, seat, planes)})});
    now_.step = seat == attacker ? Step::loss_defender : Step::finish;
}

bool AdvancedBattle::finish_phase() {
    if (const auto finish = finish_after_phase(game(), now_.position)) return finish_with(*finish);
    next_phase(game(), now_);
    return false;
}

// ---- decisions -----------------------------------------------------------------------------------------------------

bool AdvancedBattle::ask(int seat, std::string kind, Json options) {
    Ask asked{seat, std::move(kind), std::move(options), {}};
    need_ = std::vector<Ask>{asked};  // choose() looks at what is asked
    std::get<std::vector<Ask>>(need_).front().preset = choose(seat, Policy::best);
    return true;
}

std::expected<Json, Refusal> AdvancedBattle::check(Seat seat, const Json& choice) const {
    const auto& own = now_.position.of(seat);
    switch (now_.step) {
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
    WaveFinder finder;
    return wave_json(*table_, larger(), choose_wave(policy, game(), now_.position, larger(), wave_size_, finder));
}

Json AdvancedBattle::choose(Seat seat, Policy policy) const {
    switch (now_.step) {
        case Step::leave: return to_json_value(WithdrawChoice{});
        case Step::wave: return wave_choice(policy);
        case Step::air_attacker:
        case Step::air_defender:
            return support_json(*table_, seat, choose_support(policy, game(), seat, wave(seat), enemy_wave(seat), now_.position.of(seat).aircraft));
        default: return casualty_json(*table_, seat, choose_losses(policy, game(), seat, wave(seat), enemy_wave(seat), tolls_[static_cast<std::size_t>(seat)]));
    }
}

Json AdvancedBattle::random_choice(Seat seat, Random& random) const {
    const auto& side = game().side(seat);
    const auto& own = now_.position.of(seat);
    switch (now_.step) {
        case Step::leave: return to_json_value(WithdrawChoice{random.below(2) == 1});
        case Step::wave: return wave_json(*table_, seat, random_wave(side, own.units, wave_size_, random));
        case Step::air_attacker:
        case Step::air_defender: return support_json(*table_, seat, random_support(side, wave(seat).units, own.aircraft, random));
        default: return casualty_json(*table_, seat, random_losses(game(), seat, wave(seat), tolls_[static_cast<std::size_t>(seat)], random));
    }
}

std::optional<Counts> AdvancedBattle::ranks(int seat, const Counts& present, const Preference& preference) const {
    Counts out{};
    bool any = false;
    const auto& army = table_->army_of(seat);
    for (int i = 0; i < static_cast<int>(army.size()); ++i) {
        at(out, i) = civilization::rank(preference, army[static_cast<std::size_t>(i)]);
        any = any || (at(present, i) > 0 && at(out, i) < preference.unnamed());
    }
    return any ? std::optional(out) : std::nullopt;
}

std::optional<Json> AdvancedBattle::preferred(Seat seat, const Preference& preference) const {
    if (now_.step == Step::leave) return {};
    const auto& own = now_.position.of(seat);
    const auto& due = tolls_[static_cast<std::size_t>(seat)];
    Counts asked = now_.step == Step::wave ? own.units : wave(seat).units;
    if (now_.step == Step::loss_attacker || now_.step == Step::loss_defender)
        for (std::size_t i = 0; i < game().side(seat).units.size(); ++i)
            if (due.by_era[static_cast<std::size_t>(game().side(seat).units[i].era)] == 0) asked[i] = 0;
    const auto order = ranks(seat, asked, preference);
    if (!order) return {};
    switch (now_.step) {
        case Step::wave: return wave_json(*table_, seat, ranked_wave(*order, game().side(seat), own.units, wave_size_));
        case Step::air_attacker:
        case Step::air_defender: return support_json(*table_, seat, ranked_support(*order, game(), seat, wave(seat), enemy_wave(seat), own.aircraft));
        default: return casualty_json(*table_, seat, ranked_losses(*order, game(), seat, wave(seat), enemy_wave(seat), due));
    }
}

std::unique_ptr<OddsModel> AdvancedBattle::odds(Policy policy) const { return odds_model(table_, now_, policy); }

void AdvancedBattle::take_choices(const Decided& decided, Events& events) {
    const Json& choice = decided.choices.front();
    const int seat = std::get<std::vector<Ask>>(need_).front().seat;
    switch (now_.step) {
        case Step::leave:
            if (read_fields<WithdrawChoice>(choice, Code::illegal_choice).value().withdraw) finish_with({defender, "withdrawal"});
            else now_.step = Step::start;
            break;
        case Step::wave:
            wave(seat).units = read_wave(*table_, seat, now_.position.of(seat).units, wave_size_, choice).value();
            announce_waves(events);
            break;
        case Step::air_attacker:
        case Step::air_defender:
            take_support(seat, read_support(*table_, seat, wave(seat), enemy_wave(seat), now_.position.of(seat).aircraft, choice).value(), events);
            break;
        default: take_losses(seat, read_casualties(*table_, seat, wave(seat), tolls_[static_cast<std::size_t>(seat)], choice).value(), events);
    }
}

// ---- the end -------------------------------------------------------------------------------------------------------

bool AdvancedBattle::finish_with(const Finish& finish) {
    now_.step = Step::over;
    return end(finish.winner, finish.reason);
}

Facts AdvancedBattle::facts() const {
    Facts out{phase_, {}};
    for (const int seat : {attacker, defender}) {
        auto& side = out.sides.emplace_back(Facts::Side{units(seat), {}});
        civilization::count_left(table_->army_of(seat), now_.position.of(seat).units, side.left);
        civilization::count_left(table_->air_of(seat), now_.position.of(seat).aircraft, side.left);
    }
    return out;
}

// Nothing is hidden in this ruleset.
Json AdvancedBattle::view(Viewer /*viewer*/) const {
    Json out{{"phase", phase_}, {"wave_size", wave_size_}};
    for (const int seat : {attacker, defender}) {
        Json& side = out[seat_name(seat)];
        side = {{"army", to_json_value(named(*table_, seat, now_.position.of(seat).units))},
                {"aircraft", to_json_value(named_aircraft(*table_, seat, now_.position.of(seat).aircraft))},
                {"wave", to_json_value(named(*table_, seat, wave(seat).units))}};
        if (!wave(seat).support.pairs.empty()) side["air_support"] = support_json(*table_, seat, wave(seat).support);
    }
    return out;
}

}  // namespace muster::rules::advanced_combat
