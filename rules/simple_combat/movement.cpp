#include "rules/simple_combat/movement.hpp"

#include <algorithm>
#include <utility>

namespace muster::rules::simple_combat {

namespace {

bool enemy_at(const Game& game, const State& state, int seat, int cell) {
    const int unit = state.occupant_of(cell);
    return unit >= 0 && game.seat_of(unit) != seat;
}

}  // namespace

void Flood::spread(const Game& game, const State& state, int unit) {
    free_ = game.board.free();
    if (free_) return routes_.spread(game, state, unit);
    const auto cells = static_cast<std::size_t>(game.board.cells());
    if (cost_.size() != cells) {
        cost_.assign(cells, -1);
        from_.assign(cells, -1);
    } else {
        for (const int cell : reached_) cost_[static_cast<std::size_t>(cell)] = -1;
    }
    looked_ = 0;
    cost_[static_cast<std::size_t>(state.body(unit).cell)] = 0;
    if (game.even()) spread_evenly(game, state, unit);
    else spread_by_cost(game, state, unit);
}

/// Where each step costs 1, what is reached is the queue too: most battles spend half their time here.
void Flood::spread_evenly(const Game& game, const State& state, int unit) {
    const int most = game.profile(unit).move;
    const int seat = game.seat_of(unit);
    reached_.assign(1, state.body(unit).cell);
    for (std::size_t next = 0; next < reached_.size(); ++next) {
        ++looked_;
        const int from = reached_[next];
        const int cost = this->cost(from) + 1;
        if (cost > most) continue;
        for (const int to : game.board.neighbours(from)) {
            if (this->cost(to) >= 0 || enemy_at(game, state, seat, to)) continue;
            cost_[static_cast<std::size_t>(to)] = cost;
            from_[static_cast<std::size_t>(to)] = from;
            reached_.push_back(to);
        }
    }
}

void Flood::spread_by_cost(const Game& game, const State& state, int unit) {
    const int most = game.profile(unit).move;
    const int seat = game.seat_of(unit);
    reached_.clear();
    frontier_.clear();
    frontier_.put({state.body(unit).cell, 0});
    while (const auto next = frontier_.take()) {
        ++looked_;
        if (next->cost > cost(next->cell)) continue;  // a cheaper way was found since
        reached_.push_back(next->cell);
        for (const int to : game.board.neighbours(next->cell)) {
            const int cost = next->cost + game.terrain_at(to).cost;
            if (cost > most || (this->cost(to) >= 0 && this->cost(to) <= cost) || enemy_at(game, state, seat, to)) continue;
            cost_[static_cast<std::size_t>(to)] = cost;
            from_[static_cast<std::size_t>(to)] = next->cell;
            frontier_.put({to, cost});
        }
    }
}

std::int64_t Flood::steps(const Game& game) {
    // A cell may be found to be nearer from each of its neighbours.
    return game.board.free() ? Routes::steps(game) : std::int64_t{Board::directions_max} * game.board.cells() + 1;
}

std::vector<int> Flood::path_to(int cell) const {
    if (free_) return routes_.path_to(cell);
    std::vector<int> path;
    for (; cost(cell) > 0; cell = from_[static_cast<std::size_t>(cell)]) path.push_back(cell);
    std::ranges::reverse(path);
    return path;
}

std::optional<std::vector<int>> way_to(const Game& game, const State& state, int unit, int cell) {
    if (game.board.free()) return Routes().way_to(game, state, unit, cell);
    Flood flood;
    flood.spread(game, state, unit);
    if (std::ranges::count(flood.reached(), cell) == 0 || state.occupant_of(cell) >= 0) return {};
    return flood.path_to(cell);
}

namespace {

/// E21: the legs of a way over a free field, in fine parts.
int length_of_way(const Game& game, int from, std::span<const int> path) {
    int length = 0;
    for (const int to : path) length += length_of(game.board.place_of(std::exchange(from, to)), game.board.place_of(to));
    return length;
}

}  // namespace

int cost_of(const Game& game, int from, std::span<const int> path) {
    if (game.board.free()) return (length_of_way(game, from, path) + fine - 1) / fine;
    int cost = 0;
    for (const int cell : path) cost += game.terrain_at(cell).cost;
    return cost;
}

bool can_move(const Game& game, const State& state, int unit) {
    if (game.board.free()) return game.profile(unit).move > 0;
    Flood flood;
    flood.spread(game, state, unit);
    return std::ranges::any_of(flood.reached(), [&](int cell) { return state.occupant_of(cell) < 0; });
}

namespace {

/// A step from cell to cell.
PathCheck check_step(const Game& game, const State& state, int unit, int from, int to) {
    if (game.board.blocked(to)) return {PathFault::impassable};
    if (std::ranges::count(game.board.neighbours(from), to) == 0) return {PathFault::not_a_step};
    if (enemy_at(game, state, game.seat_of(unit), to)) return {PathFault::enemy, 0, state.occupant_of(to)};
    return {};
}

/// A straight leg over a free field.
PathCheck check_leg(const Game& game, const State& state, int unit, int from, int to) {
    const Place start = game.board.place_of(from);
    const Place end = game.board.place_of(to);
    if (!game.board.ground().open(start, end)) return {PathFault::impassable};
    const int side = other(game.seat_of(unit));
    for (int enemy = game.first_of(side); enemy < game.end_of(side); ++enemy)
        if (alive(game, state, enemy) && runs_into(start, end, game.board.place_of(state.body(enemy).cell))) return {PathFault::enemy, 0, enemy};
    return {};
}

}  // namespace

PathCheck check_path(const Game& game, const State& state, int unit, std::span<const int> path) {
    const int start = state.body(unit).cell;
    const bool free = game.board.free();
    int from = start;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const int to = path[i];
        if (auto check = free ? check_leg(game, state, unit, from, to) : check_step(game, state, unit, from, to); check.fault != PathFault::none) {
            check.at = i;
            return check;
        }
        if (to == start || std::ranges::count(path.first(i), to) > 0) return {PathFault::twice, i};
        if (cost_of(game, start, path.first(i + 1)) > game.profile(unit).move) return {PathFault::too_far, i};
        from = to;
    }
    if (path.empty()) return {};
    const int there = free ? stands_on(game, state, unit, game.board.place_of(path.back())) : state.occupant_of(path.back());
    if (there >= 0) return {PathFault::occupied, path.size() - 1, there};
    return {};
}

}  // namespace muster::rules::simple_combat
