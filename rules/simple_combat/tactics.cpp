#include "rules/simple_combat/tactics.hpp"

#include <algorithm>
#include <tuple>

#include "rules/simple_combat/range.hpp"
#include "rules/simple_combat/sight.hpp"
#include "rules/simple_combat/turn.hpp"

namespace muster::rules::simple_combat {

namespace {

// In hundredths: what the enemy's fire counts beside one's own, for a side that would win on points if nothing happened any more and
// may let the other come, and for one that must come itself; and what a step towards the enemy is worth, of the unit's points.
constexpr std::int64_t caution_ahead = 80;
constexpr std::int64_t caution_behind = 60;
constexpr std::int64_t step_worth = 2;

constexpr std::int64_t whole = 3600;  // worths are in parts of it, so that integers are fine enough

/// The points that so much damage (of 36) is expected to take from a unit: more where less is left.
std::int64_t taken(const Game& game, const State& state, int unit, std::int64_t damage) {
    const std::int64_t capacity = 36 * left(game, state, unit);
    return game.profile(unit).points * std::min(damage, capacity) * whole / capacity;
}

bool ahead(const Game& game, const State& state, int seat) {
    if (!game.points_decide) return false;  // E14: points win nothing
    const auto own = strength(game, state, seat);
    const auto enemy = strength(game, state, other(seat));
    return (own - enemy) * 100 >= 5 * own;  // E8
}

/// Of one place and one enemy: the line there and, where it may be another, back.
std::int64_t steps_of_pair(const Game& game) { return 1 + (game.sight_to_edge ? 2 : 1) * steps_of_line(game); }

}  // namespace

/// What a unit sees of the enemy from wherever it may go.
struct Tactics::View {
    const Game& game;
    const State& state;
    int unit;
    std::int64_t caution;
    std::vector<Outlook> outlooks;
    int best_range = 0;  ///< 0: it has nothing to fire with

    struct Exchange {
        std::int64_t given = 0;
        std::int64_t got = 0;
        int nearest = 0;
    };

    Exchange exchange_at(int cell, int cost) const {
        Exchange out{0, 0, side_max * 2};
        const auto gait = static_cast<std::size_t>(gait_of(game.profile(unit), cost));
        std::int64_t damage = 0;
        const std::size_t ground = game.ground_of(cell);
        for (const auto& each : outlooks) {
            const auto& theirs = each.theirs[ground];
            const auto& body = state.body(each.enemy);
            const int distance = game.board.range(cell, body.cell);
            out.nearest = std::min(out.nearest, distance);
            if (static_cast<std::size_t>(distance) < theirs.reach.size()) damage += theirs.reach[static_cast<std::size_t>(distance)];
            const auto range = static_cast<std::size_t>(game.plain_ranges() ? distance : fire_range(game, cell, body.cell));
            if (range > range_max) continue;
            const bool seen = clear_line(game, state, cell, body.cell);
            const auto at_range = [&](const Salvo& salvo, bool clear) { return clear ? salvo.seen[range] : salvo.unseen[range]; };
            out.given = std::max(out.given, taken(game, state, each.enemy, at_range(each.ours[gait], seen)));
            if (each.waits) continue;
            const bool sees = game.sight_to_edge ? clear_line(game, state, body.cell, cell) : seen;
            damage += at_range(theirs.salvos[static_cast<std::size_t>(gait_of(game.profile(each.enemy), body.spent))], sees);
        }
        out.got = taken(game, state, unit, damage);
        return out;
    }

    /// The range at which it gains most in fire with all of them; of equals the longest.
    void find_best_range() {
        std::int64_t most = 0;
        for (std::size_t range = range_max; range >= 1; --range) {
            std::int64_t given = 0;
            std::int64_t got = 0;
            for (const auto& each : outlooks) {
                given += taken(game, state, each.enemy, each.ours[0].seen[range]);
                got += taken(game, state, unit, each.theirs[0].salvos[0].seen[range]);
            }
            const std::int64_t gain = given * 100 - got * caution;
            if (given == 0 || (best_range != 0 && gain <= most)) continue;
            best_range = static_cast<int>(range);
            most = gain;
        }
    }
};

// Who is near the enemy goes last: by then more of the others have moved.
int Tactics::choose_unit(const Game& game, const State& state) {
    int out = -1;
    int farthest = -1;
    for (int unit = game.first_of(state.seat); unit < game.end_of(state.seat); ++unit) {
        if (!waits(game, state, unit)) continue;
        const int way = ways_.from(game, state.body(unit).cell);
        if (way <= farthest) continue;
        out = unit;
        farthest = way;
    }
    return out;
}

// Of more than can be looked at, those that are nearest to the enemy.
void Tactics::find_places(const Game& game, const State& state, int unit, std::size_t enemies) {
    flood_.spread(game, state, unit);
    places_.assign(1, state.body(unit).cell);
    for (const int cell : flood_.reached())
        if (state.occupant_of(cell) < 0) places_.push_back(cell);
    looked_ += static_cast<std::int64_t>(flood_.reached().size());
    const std::size_t most = static_cast<std::size_t>(pairs_max) / std::max<std::size_t>(enemies, 1);
    if (places_.size() <= most) return;
    std::ranges::sort(std::span(places_).subspan(1), {}, [&](int cell) { return std::pair(ways_.from(game, cell), cell); });
    places_.resize(most);
}

std::int64_t Tactics::steps_to_choose(const Game& game) {
    constexpr std::int64_t steps_of_tables = 4000;  // of an enemy on one kind of ground
    const std::int64_t enemies = std::max(game.sizes[north], game.sizes[south]);
    const std::int64_t places = game.board.free() ? static_cast<std::int64_t>(Routes::places_max) + 1 : std::min<std::int64_t>(game.board.cells(), pairs_max);
    const std::int64_t pairs = std::min(places * enemies, std::max<std::int64_t>(pairs_max, enemies));
    // On cells those that are too many are sorted by their ways, which are known there.
    return Ways::steps_to_find(game) + Flood::steps(game) + (enemies + places) * Ways::steps_from(game) +
           steps_of_tables * enemies * (1 + static_cast<std::int64_t>(game.terrains.size())) + pairs * steps_of_pair(game);
}

Step Tactics::choose(const Game& game, const State& state) {
    looked_ = 0;
    ways_.find(game, state, state.seat);
    looked_ += game.board.cells();
    const int unit = choose_unit(game, state);
    std::optional<State> without;  // where it stands now it does not block its own sight from elsewhere
    if (game.units_block_sight) {
        without = state;
        without->lift(unit);
    }
    View view{game, without ? *without : state, unit, ahead(game, state, state.seat) ? caution_ahead : caution_behind, outlooks_of(game, state, unit)};
    view.find_best_range();
    find_places(game, state, unit, view.outlooks.size());
    const std::int64_t step = game.profile(unit).points * step_worth * whole / 100;
    Step best;
    std::tuple<std::int64_t, int, int, int> most;
    for (const int cell : places_) {
        const int cost = flood_.cost(cell);
        const int way = ways_.from(game, cell);
        const auto exchange = view.exchange_at(cell, cost);
        // Who cannot fire looks for where it can; who has nothing to fire with stays with the others.
        const int short_of = view.best_range == 0 ? 0 : exchange.given > 0 ? std::max(0, exchange.nearest - view.best_range * game.fire_scale) : way;
        const std::int64_t worth = exchange.given - exchange.got * view.caution / 100 - step * short_of;
        const std::tuple rank{worth, -cost, -way, -cell};
        if (cell != places_.front() && rank <= most) continue;
        best = {unit, cell, cost};
        most = rank;
    }
    const auto pairs = static_cast<std::int64_t>(places_.size() * view.outlooks.size());
    looked_ += pairs;
    steps_ = ways_.looked() + flood_.looked() + pairs * steps_of_pair(game);
    return best;
}

}  // namespace muster::rules::simple_combat
