#include "rules/simple_combat/chance.hpp"

#include "rules/simple_combat/movement.hpp"

namespace muster::rules::simple_combat {

namespace {

std::vector<int> waiting_units(const Game& game, const State& state) {
    std::vector<int> out;
    for (int unit = game.first_of(state.seat); unit < game.end_of(state.seat); ++unit)
        if (waits(game, state, unit)) out.push_back(unit);
    return out;
}

}  // namespace

Move random_move(const Game& game, const State& state, Random& random) {
    struct Goal {
        int unit = 0;
        int cell = 0;
    };
    std::vector<Goal> goals;
    Flood flood;
    for (const int unit : waiting_units(game, state)) {
        goals.push_back({unit, state.body(unit).cell});
        flood.spread(game, state, unit);
        for (const int cell : flood.reached())
            if (state.occupant_of(cell) < 0) goals.push_back({unit, cell});
    }
    const auto [unit, cell] = goals[random.below(goals.size())];
    flood.spread(game, state, unit);
    return {unit, flood.path_to(cell)};
}

Declaration random_fire(const Game& game, const State& state, const Sights& sights, Random& random) {
    const auto units = waiting_units(game, state);
    Declaration out{units[random.below(units.size())], {}};
    std::vector<int> targets;
    for (int weapon = 0; weapon < game.weapons(out.unit); ++weapon) {
        find_choices(game, state, sights, out.unit, weapon, targets);
        const auto drawn = random.below(targets.size() + 1);
        if (drawn < targets.size()) out.shots.push_back({weapon, targets[drawn]});
    }
    return out;
}

}  // namespace muster::rules::simple_combat
