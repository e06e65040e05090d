#include "rules/simple_combat/battle.hpp"

#include "rules/simple_combat/chance.hpp"
#include "rules/simple_combat/effects.hpp"
#include "rules/simple_combat/events.hpp"
#include "rules/simple_combat/movement.hpp"
#include "rules/simple_combat/odds.hpp"
#include "rules/simple_combat/plan.hpp"
#include "rules/simple_combat/tactics.hpp"

namespace muster::rules::simple_combat {

namespace {

Declaration declared(const Plan& plan) { return {plan.unit, {plan.all().begin(), plan.all().end()}}; }

}  // namespace

SimpleBattle::SimpleBattle(std::shared_ptr<const Table> table) : table_(std::move(table)), state_(start_state(game())) {}

bool SimpleBattle::step(Events& events) {
    switch (state_.stage) {
        case Stage::done: return next_turn(events);
        case Stage::initiative: return roll_initiative();
        case Stage::move: return move(events);
        case Stage::fire: return state_.volley.unit < 0 ? fire(events) : resolve(events);
        case Stage::effects: return suffer();
        case Stage::over: return true;
    }
    return true;
}

// ---- the steps of a turn -------------------------------------------------------------------------------------------

bool SimpleBattle::next_turn(Events& events) {
    if (state_.turn > 0) {
        const auto points = [&](int seat) { return static_cast<int>(strength(game(), state_, seat) / game().share); };
        events.push_back(make_event("turn_ended", TurnEnded{state_.turn, living(north), living(south), points(north), points(south)}));
        if (const auto finish = finish_after_turn(game(), state_)) return finish_with(*finish);
    }
    start_turn(state_);
    events.push_back(make_event("turn_started", TurnStarted{state_.turn, living(north), living(south)}));
    return false;
}

bool SimpleBattle::roll_initiative() {
    need_ = Roll{north, "initiative", {{seat_name(north), 1}, {seat_name(south), 1}}};
    return true;
}

bool SimpleBattle::move(Events& events) {
    if (one_waits()) {
        const int unit = first_waiting();
        if (!can_move(game(), state_, unit)) {
            const Move stay{unit, {}};
            forced_choice(state_.seat, Decision{*this}, stay, events);
            take(state_.seat, stay, events);
            return false;
        }
    }
    return ask(state_.seat);
}

bool SimpleBattle::fire(Events& events) {
    if (one_waits() && !has_choice(game(), state_, sights_, first_waiting())) {
        const Declaration hold{first_waiting(), {}};
        forced_choice(state_.seat, Decision{*this}, hold, events);
        take(state_.seat, hold, events);
        return false;
    }
    return ask(state_.seat);
}

bool SimpleBattle::resolve(Events& events) {
    const auto& volley = state_.volley;
    if (const Die die = next_die(game(), state_, sights_); die != Die::none) {
        const std::string& weapon = table_->weapon_of(volley.unit, volley.current().shot.weapon);
        need_ = Roll{state_.seat, die == Die::to_hit ? "to_hit" : "to_damage", {{weapon, 1}}};
        return true;
    }
    Fired fired{table_->id_of(volley.unit), {}};
    for (const auto& taken : std::span(volley.taken).first(static_cast<std::size_t>(volley.shots)))
        fired.shots.push_back(event_of(*table_, state_, volley.unit, taken));
    events.push_back(make_event("fired", fired));
    for (const auto& taken : std::span(volley.taken).first(static_cast<std::size_t>(volley.shots)))
        if (!taken.blasts.empty()) events.push_back(make_event("blast", blast_of(*table_, volley.unit, taken)));
    finish_volley(game(), state_);
    if (const auto finish = finish_after_fire(state_)) return finish_with(*finish);
    return false;
}

// E16
bool SimpleBattle::suffer() {
    if (const auto finish = finish_after_fire(state_)) return finish_with(*finish);
    if (!next_effect(game(), state_)) return false;
    const auto& [kind, unit] = state_.effect;
    need_ = Roll{game().seat_of(unit), turn_effects()[static_cast<std::size_t>(kind)].name, {{table_->profile_of(unit), 1}}};
    return true;
}

void SimpleBattle::take_dice(Seat /*seat*/, const std::vector<int>& values, Events& events) {
    if (state_.stage == Stage::effects) {
        events.push_back(make_event("turn_effect", event_of(*table_, take_effect(game(), state_, sights_, values.front()))));
        return;
    }
    if (state_.stage == Stage::fire) return take_die(game(), state_, sights_, values.front());
    const auto named = [](int seat) { return seat < 0 ? std::nullopt : std::optional(seat_name(seat)); };
    const int larger = larger_side(state_);
    const int first = initiative_of(state_, values[north], values[south]);
    events.push_back(make_event("initiative_rolled", InitiativeRolled{values[north] + (larger == north ? 1 : 0), values[south] + (larger == south ? 1 : 0),
                                                                      named(larger), named(first)}));
    if (first >= 0) take_initiative(state_, first);  // E4: a tie is rolled again
}

// ---- decisions -----------------------------------------------------------------------------------------------------

int SimpleBattle::first_waiting() const {
    int unit = game().first_of(state_.seat);
    while (!waits(game(), state_, unit)) ++unit;
    return unit;
}

SharedJson SimpleBattle::options() const { return state_.stage == Stage::move ? move_options(*table_, state_) : fire_options(*table_, state_, sights_); }

std::expected<SimpleBattle::Choice, Refusal> SimpleBattle::read(JsonView choice) const {
    if (state_.stage == Stage::move) return read_move(*table_, state_, choice);
    return read_fire(*table_, state_, sights_, choice);
}

void SimpleBattle::take(Seat /*seat*/, const Move& move, Events& events) {
    Moved moved{table_->id_of(move.unit), {}, cost_of(game(), state_.body(move.unit).cell, move.path), game().board.free()};
    for (const int cell : move.path) moved.path.push_back(game().board.place_of(cell));
    events.push_back(make_event("moved", moved));
    take_move(game(), state_, move.unit, move.path.empty() ? state_.body(move.unit).cell : move.path.back(), moved.cost);
    if (state_.stage == Stage::fire) sights_.look(game(), state_);
}

void SimpleBattle::take(Seat /*seat*/, const Declaration& fire, Events& /*events*/) { declare(game(), state_, sights_, fire.unit, fire.shots); }

// E9
SimpleBattle::Choice SimpleBattle::usual() const {
    if (state_.stage == Stage::move) return Move{first_waiting(), {}};
    return game().premeasure ? planned_fire() : declared(plan_by_eye(game(), state_));
}

Declaration SimpleBattle::planned_fire() const {
    auto patience = Patience::endless();
    Planner planner;
    return declared(*planner.plan(game(), state_, sights_, patience));
}

// E11
SimpleBattle::Choice SimpleBattle::best() const {
    if (state_.stage != Stage::move) return planned_fire();
    Tactics tactics;
    const Step step = tactics.choose(game(), state_);
    return Move{step.unit, tactics.path(step)};
}

SimpleBattle::Choice SimpleBattle::draw(Random& random) const {
    if (state_.stage == Stage::move) return random_move(game(), state_, random);
    return random_fire(game(), state_, sights_, random);
}

// Fire at what stands first in the order: the unit that reaches the earliest of them, of equals the first. Nobody moves by
// an order of pieces.
std::optional<SimpleBattle::Choice> SimpleBattle::prefer(const Preference& preference) const {
    if (state_.stage != Stage::fire) return {};
    std::vector<int> ranks;
    ranks.reserve(game().units.size());
    for (int unit = 0; unit < static_cast<int>(game().units.size()); ++unit) ranks.push_back(preference.rank(table_->id_of(unit), table_->profile_of(unit)));
    int first = preference.unnamed();
    std::optional<Choice> out;
    for (int unit = game().first_of(state_.seat); unit < game().end_of(state_.seat); ++unit) {
        if (!waits(game(), state_, unit)) continue;
        int lowest = 0;
        const Plan plan = ranked_plan(game(), state_, sights_, unit, ranks, preference.unnamed(), lowest);
        if (lowest >= first) continue;
        first = lowest;
        out = declared(plan);
    }
    return out;
}

Json SimpleBattle::meaning_of(JsonView choice) const { return state_.stage == Stage::move ? move_meaning(*table_, state_, choice) : Json(); }

std::unique_ptr<OddsModel> SimpleBattle::odds(Policy policy) const { return odds_model(table_, state_, policy); }

// ---- the end -------------------------------------------------------------------------------------------------------

bool SimpleBattle::finish_with(const Finish& finish) {
    state_.stage = Stage::over;
    return end(finish);
}

// ---- how it stands -------------------------------------------------------------------------------------------------

void SimpleBattle::count_left(Seat seat, std::map<std::string, int>& left) const {
    for (int unit = game().first_of(seat); unit < game().end_of(seat); ++unit) {
        const int lives = alive(game(), state_, unit) ? 1 : 0;
        left[table_->id_of(unit)] += lives;
        left[table_->profile_of(unit)] += lives;
    }
}

Json SimpleBattle::situation() const {
    constexpr std::array<const char*, 6> stages{"initiative", "move", "fire", "effects", "done", "over"};
    return {{"turn", state_.turn}, {"stage", stages[static_cast<std::size_t>(state_.stage)]}};
}

Json SimpleBattle::situation_of(Seat seat) const {
    Json units = Json::array();
    for (int unit = game().first_of(seat); unit < game().end_of(seat); ++unit) {
        const auto& body = state_.body(unit);
        Json entry{{"id", table_->id_of(unit)}, {"profile", table_->profile_of(unit)}, {"damage", body.damage}};
        entry["at"] = alive(game(), state_, unit) ? Json(game().board.place_of(body.cell)) : Json(nullptr);
        entry["spent"] = body.spent;
        entry["acted"] = body.acted;
        if (game().has_loading) entry["ready"] = std::vector<int>(body.ready.begin(), body.ready.begin() + game().weapons(unit));
        units.push_back(std::move(entry));
    }
    return {{"units", std::move(units)}};
}

}  // namespace muster::rules::simple_combat
