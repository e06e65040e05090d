#include "rules/simple_combat/turn.hpp"

#include <algorithm>

namespace muster::rules::simple_combat {

namespace {

/// A stage in which every living unit acts once, from the side with the initiative.
void start_stage(State& state, Stage stage) {
    state.stage = stage;
    state.seat = state.first;
    state.waiting = state.living;
    for (auto& body : state.bodies) body.acted = false;
}

/// E4: the other side's turn; a side goes on alone when only it has units left to act.
void pass_on(State& state) {
    const auto waits = [&](int seat) { return state.waiting[static_cast<std::size_t>(seat)] > 0; };
    if (waits(other(state.seat))) state.seat = other(state.seat);
    else if (!waits(state.seat) && state.stage == Stage::move) start_stage(state, Stage::fire);
    else if (!waits(state.seat)) state.stage = Stage::effects;
}

void has_acted(const Game& game, State& state, int unit) {
    state.body(unit).acted = true;
    if (alive(game, state, unit)) --state.waiting[static_cast<std::size_t>(game.seat_of(unit))];  // E19: its own blast may have destroyed it
    pass_on(state);
}

}  // namespace

State start_state(const Game& game) {
    State state;
    state.living = game.sizes;
    if (!game.board.free()) state.occupant.assign(static_cast<std::size_t>(game.board.cells()), -1);
    for (std::size_t i = 0; i < game.units.size(); ++i) {
        state.bodies.push_back({.cell = game.units[i].cell});
        state.occupy(game.units[i].cell, static_cast<int>(i));
    }
    return state;
}

void start_turn(State& state) {
    ++state.turn;
    ++state.quiet;
    state.stage = Stage::initiative;
    for (auto& body : state.bodies) {
        body.spent = 0;
        body.struck = false;
    }
}

int larger_side(const State& state) {
    if (state.living[north] == state.living[south]) return -1;
    return state.living[north] > state.living[south] ? north : south;
}

int initiative_of(const State& state, int north_die, int south_die) {
    const int larger = larger_side(state);
    const int ahead = north_die + (larger == north ? 1 : 0) - south_die - (larger == south ? 1 : 0);
    if (ahead == 0) return -1;
    return ahead > 0 ? north : south;
}

void take_initiative(State& state, int seat) {
    state.first = seat;
    start_stage(state, Stage::move);
}

void take_move(const Game& game, State& state, int unit, int cell, int cost) {
    auto& body = state.body(unit);
    state.vacate(body.cell);
    state.occupy(cell, unit);
    body.cell = cell;
    body.spent = cost;
    has_acted(game, state, unit);
}

void finish_volley(const Game& game, State& state) {
    const int unit = state.volley.unit;
    state.volley = {};
    has_acted(game, state, unit);
}

std::int64_t strength(const Game& game, const State& state, int seat) {
    std::int64_t sum = 0;
    for (int unit = game.first_of(seat); unit < game.end_of(seat); ++unit) {
        const auto& profile = game.profile(unit);
        sum += left(game, state, unit) * profile.points * (game.share / profile.capacity);
    }
    return sum;
}

std::optional<Finish> finish_after_fire(const State& state) {
    if (state.living[north] == 0 && state.living[south] == 0) return Finish{{}, "mutual_destruction"};  // E19
    for (const int seat : {north, south})
        if (state.living[static_cast<std::size_t>(seat)] == 0) return Finish{other(seat), "annihilation"};
    return {};
}

std::optional<Finish> finish_after_turn(const Game& game, const State& state) {
    if (game.to_the_end) {  // E14: it ends all the same, since of 100 turns one does damage, and units take only so much
        if (state.quiet + 1 < quiet_turns_max) return {};
        return Finish{{}, "stalemate"};
    }
    if (state.turn < game.turn_limit) return {};
    if (!game.points_decide) return Finish{{}, "undecided"};  // E14
    const std::int64_t norths = strength(game, state, north);
    const std::int64_t souths = strength(game, state, south);
    const std::int64_t more = std::max(norths, souths);
    const std::int64_t less = std::min(norths, souths);
    if ((more - less) * 100 < 5 * more) return Finish{{}, "turn_limit"};  // E8: less than 5 % apart
    return Finish{norths > souths ? north : south, "turn_limit"};
}

}  // namespace muster::rules::simple_combat
