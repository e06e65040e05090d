#include "rules/simple_combat/ways.hpp"

#include <algorithm>

namespace muster::rules::simple_combat {

namespace {

constexpr int never = 10'000 * tenths * fine;

/// More than any way over cells takes.
int no_way(const Game& game) { return game.board.cells() * std::ranges::max(game.terrains, {}, &Terrain::cost).cost; }

}  // namespace

void Ways::find(const Game& game, const State& state, int seat) {
    enemies_.clear();
    looked_ = 0;
    const int enemy = other(seat);
    for (int unit = game.first_of(enemy); unit < game.end_of(enemy); ++unit)
        if (alive(game, state, unit)) enemies_.push_back(state.body(unit).cell);
    if (game.board.free()) return find_on_ground(game);
    return game.even() ? find_on_even_cells(game) : find_on_cells(game);
}

void Ways::find_on_even_cells(const Game& game) {
    const int none = no_way(game);
    ways_.assign(static_cast<std::size_t>(game.board.cells()), none);
    queue_ = enemies_;
    for (const int cell : enemies_) ways_[static_cast<std::size_t>(cell)] = 0;
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const int cost = ways_[static_cast<std::size_t>(queue_[next])] + 1;
        for (const int to : game.board.neighbours(queue_[next])) {
            auto& way = ways_[static_cast<std::size_t>(to)];
            if (way < none) continue;
            way = cost;
            queue_.push_back(to);
        }
    }
    looked_ += static_cast<std::int64_t>(queue_.size());
}

void Ways::find_on_cells(const Game& game) {
    ways_.assign(static_cast<std::size_t>(game.board.cells()), no_way(game));
    frontier_.clear();
    for (const int cell : enemies_) {
        frontier_.put({cell, 0});
        ways_[static_cast<std::size_t>(cell)] = 0;
    }
    while (const auto next = frontier_.take()) {
        ++looked_;
        if (next->cost > ways_[static_cast<std::size_t>(next->cell)]) continue;
        const int cost = next->cost + game.terrain_at(next->cell).cost;  // who comes from there enters this cell
        for (const int to : game.board.neighbours(next->cell)) {
            auto& way = ways_[static_cast<std::size_t>(to)];
            if (way <= cost) continue;
            way = cost;
            frontier_.put({to, cost});
        }
    }
}

/// Dijkstra's, from the enemies over the turns.
void Ways::find_on_ground(const Game& game) {
    const Ground& ground = game.board.ground();
    const auto turns = ground.turns();
    ways_.assign(turns.size(), never);
    looked_ += static_cast<std::int64_t>(turns.size() * enemies_.size()) * ground.steps_of_line();
    for (std::size_t turn = 0; turn < turns.size(); ++turn)
        for (const int cell : enemies_) {
            const Place enemy = game.board.place_of(cell);
            if (const int length = length_of(turns[turn], enemy); length < ways_[turn] && ground.open(turns[turn], enemy)) ways_[turn] = length;
        }
    std::vector<bool> settled(turns.size(), false);
    for (;;) {
        std::size_t next = turns.size();
        for (std::size_t turn = 0; turn < turns.size(); ++turn)
            if (!settled[turn] && ways_[turn] < never && (next == turns.size() || ways_[turn] < ways_[next])) next = turn;
        looked_ += 2 * static_cast<std::int64_t>(turns.size());
        if (next == turns.size()) return;
        settled[next] = true;
        for (std::size_t turn = 0; turn < turns.size(); ++turn)
            if (const int road = ground.road(next, turn); road > 0) ways_[turn] = std::min(ways_[turn], ways_[next] + road);
    }
}

int Ways::from(const Game& game, int cell) {
    ++looked_;
    if (!game.board.free()) return ways_[static_cast<std::size_t>(cell)];
    const Ground& ground = game.board.ground();
    const Place place = game.board.place_of(cell);
    int least = never;
    const auto over = [&](Place next, int rest) {
        const int length = length_of(place, next) + rest;
        ++looked_;
        if (length >= least) return;
        looked_ += ground.steps_of_line();
        if (ground.open(place, next)) least = length;
    };
    for (const int enemy : enemies_) over(game.board.place_of(enemy), 0);
    for (std::size_t turn = 0; turn < ways_.size(); ++turn)
        if (ways_[turn] < least) over(ground.turns()[turn], ways_[turn]);
    return (least + tenths * fine - 1) / (tenths * fine);
}

std::int64_t Ways::steps_to_find(const Game& game) {
    if (!game.board.free()) {
        // A cell is put in the frontier anew by each neighbour from which it is nearer.
        return std::int64_t{Board::directions_max} * game.board.cells() + game.end_of(south);
    }
    const Ground& ground = game.board.ground();
    const auto turns = static_cast<std::int64_t>(ground.turns().size());
    return turns * std::max(game.sizes[north], game.sizes[south]) * ground.steps_of_line() + 2 * turns * (turns + 1);
}

std::int64_t Ways::steps_from(const Game& game) {
    if (!game.board.free()) return 1;
    const Ground& ground = game.board.ground();
    const auto ends = static_cast<std::int64_t>(ground.turns().size()) + std::max(game.sizes[north], game.sizes[south]);
    return 1 + ends * (1 + ground.steps_of_line());
}

}  // namespace muster::rules::simple_combat
