#include "rules/simple_combat/movement.hpp"

#include <algorithm>

namespace muster::rules::simple_combat {

namespace {

bool enemy_at(const Game& game, const State& state, int seat, int cell) {
    const int unit = state.occupant_of(cell);
    return unit >= 0 && game.seat_of(unit) != seat;
}

}  // namespace

void Flood::spread(const Game& game, const State& state, int unit) {
    const auto cells = static_cast<std::size_t>(game.board.cells());
    if (cost_.size() != cells) {
        cost_.assign(cells, -1);
        from_.assign(cells, -1);
    } else {
        for (const int cell : queue_) cost_[static_cast<std::size_t>(cell)] = -1;
    }
    const int start = state.body(unit).cell;
    const int most = game.profile(unit).move;
    const int seat = game.seat_of(unit);
    queue_.assign(1, start);
    cost_[static_cast<std::size_t>(start)] = 0;
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const int cell = queue_[next];
        const int cost = this->cost(cell) + 1;
        if (cost > most) break;
        for (const int to : game.board.neighbours(cell)) {
            if (this->cost(to) >= 0 || enemy_at(game, state, seat, to)) continue;
            cost_[static_cast<std::size_t>(to)] = cost;
            from_[static_cast<std::size_t>(to)] = cell;
            queue_.push_back(to);
        }
    }
}

std::vector<int> Flood::path_to(int cell) const {
    std::vector<int> path;
    for (; cost(cell) > 0; cell = from_[static_cast<std::size_t>(cell)]) path.push_back(cell);
    std::ranges::reverse(path);
    return path;
}

PathCheck check_path(const Game& game, const State& state, int unit, std::span<const int> path) {
    const auto& body = state.body(unit);
    int from = body.cell;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const int to = path[i];
        if (game.board.blocked(to)) return {PathFault::impassable, i};
        if (std::ranges::count(game.board.neighbours(from), to) == 0) return {PathFault::not_a_step, i};
        if (enemy_at(game, state, game.seat_of(unit), to)) return {PathFault::enemy, i};
        if (to == body.cell || std::ranges::count(path.first(i), to) > 0) return {PathFault::twice, i};
        if (static_cast<int>(i) >= game.profile(unit).move) return {PathFault::too_far, i};
        from = to;
    }
    if (!path.empty() && state.occupant_of(path.back()) >= 0) return {PathFault::occupied, path.size() - 1};
    return {};
}

}  // namespace muster::rules::simple_combat
