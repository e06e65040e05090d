#include "rules/simple_combat/ways.hpp"

#include <algorithm>

#include "rules/simple_combat/routes.hpp"

namespace muster::rules::simple_combat {

namespace {

constexpr int never = 10'000 * tenths * fine;

}  // namespace

void Ways::find(const Game& game, const State& state, int seat) {
    const int cells = game.board.cells();
    const bool free = game.board.free();
    if (!free) ways_.assign(static_cast<std::size_t>(cells), cells);
    queue_.clear();
    enemies_.clear();
    const int enemy = other(seat);
    for (int unit = game.first_of(enemy); unit < game.end_of(enemy); ++unit) {
        if (!alive(game, state, unit)) continue;
        const int cell = state.body(unit).cell;
        if (free) {
            enemies_.push_back(game.board.place_of(cell));
        } else {
            queue_.push_back(cell);
            ways_[static_cast<std::size_t>(cell)] = 0;
        }
    }
    if (free) return find_on_ground(game);
    for (std::size_t next = 0; next < queue_.size(); ++next)
        for (const int to : game.board.neighbours(queue_[next])) {
            auto& way = ways_[static_cast<std::size_t>(to)];
            if (way < cells) continue;
            way = ways_[static_cast<std::size_t>(queue_[next])] + 1;
            queue_.push_back(to);
        }
}

/// Dijkstra's, from the enemies over the turns.
void Ways::find_on_ground(const Game& game) {
    const Ground& ground = game.board.ground();
    const auto turns = ground.turns();
    ways_.assign(turns.size(), never);
    for (std::size_t turn = 0; turn < turns.size(); ++turn)
        for (const Place enemy : enemies_)
            if (const int length = length_of(turns[turn], enemy); length < ways_[turn] && ground.open(turns[turn], enemy)) ways_[turn] = length;
    std::vector<bool> settled(turns.size(), false);
    for (;;) {
        std::size_t next = turns.size();
        for (std::size_t turn = 0; turn < turns.size(); ++turn)
            if (!settled[turn] && ways_[turn] < never && (next == turns.size() || ways_[turn] < ways_[next])) next = turn;
        if (next == turns.size()) return;
        settled[next] = true;
        for (std::size_t turn = 0; turn < turns.size(); ++turn)
            if (const int road = ground.road(next, turn); road > 0) ways_[turn] = std::min(ways_[turn], ways_[next] + road);
    }
}

int Ways::from(const Game& game, int cell) const {
    if (!game.board.free()) return ways_[static_cast<std::size_t>(cell)];
    const Ground& ground = game.board.ground();
    const Place place = game.board.place_of(cell);
    int least = never;
    const auto over = [&](Place next, int rest) {
        if (const int length = length_of(place, next) + rest; length < least && ground.open(place, next)) least = length;
    };
    for (const Place enemy : enemies_) over(enemy, 0);
    for (std::size_t turn = 0; turn < ways_.size(); ++turn)
        if (ways_[turn] < least) over(ground.turns()[turn], ways_[turn]);
    return (least + tenths * fine - 1) / (tenths * fine);
}

std::int64_t Ways::steps(const Game& game) {
    const auto turns = static_cast<std::int64_t>(game.board.ground().turns().size());
    constexpr std::int64_t places = Routes::places_max;
    return game.board.cells() + (game.board.free() ? (turns + game.end_of(south)) * (turns + places) : 0);
}

}  // namespace muster::rules::simple_combat
