#include "rules/simple_combat/plan.hpp"

#include <algorithm>

namespace muster::rules::simple_combat {

void Planner::forget() {
    for (auto& known : known_) known.looked = false;
    damaged_.clear();
}

const Plan* Planner::plan(const Game& game, const State& state, const Sights& sights, Patience& patience) {
    known_.resize(game.units.size());
    const Plan* best = nullptr;
    for (int unit = game.first_of(state.seat); unit < game.end_of(state.seat); ++unit) {
        if (!waits(game, state, unit)) continue;
        auto& known = known_[static_cast<std::size_t>(unit)];
        const auto news = known.looked ? static_cast<std::int64_t>(damaged_.size() - known.damage_seen) : 1;
        if (news > 0 && !patience.spend(news * Prospects::steps_to_look(game, unit))) return nullptr;
        look(game, state, sights, unit, known);
        if (!best || known.plan.worth > best->worth) best = &known.plan;
    }
    return best;
}

void Planner::look(const Game& game, const State& state, const Sights& sights, int unit, Known& known) const {
    bool changed = !known.looked;
    if (!known.looked) known.prospects.look(game, state, sights, unit);
    else
        for (const int target : std::span(damaged_).subspan(known.damage_seen))
            if (game.seat_of(target) != game.seat_of(unit)) changed = known.prospects.look_again(game, state, sights, target) || changed;
    known.looked = true;
    known.damage_seen = damaged_.size();
    if (changed) known.plan = known.prospects.plan();
}

void Planner::take_in(const Game& game, const State& state) {
    const auto& volley = state.volley;
    const auto taken = std::span(volley.taken).first(static_cast<std::size_t>(volley.shots));
    if (game.units_block_sight && std::ranges::any_of(taken, &ShotTaken::destroyed)) return forget();
    // E19: what a blast is worth hangs on all who are near.
    if (game.has_area && std::ranges::any_of(taken, &ShotTaken::hit)) return forget();
    for (const auto& shot : taken)
        if (shot.damaged) damaged_.push_back(shot.shot.target);
}

Plan plan_by_eye(const Game& game, const State& state) {
    Plan plan{.unit = game.first_of(state.seat)};
    while (!waits(game, state, plan.unit)) ++plan.unit;
    const Place from = game.board.place_of(state.body(plan.unit).cell);
    const auto far = [&](int enemy) {  // the square of the straight line from centre to centre
        const Place to = game.board.place_of(state.body(enemy).cell);
        const int first = to[0] - from[0];
        const int second = to[1] - from[1];
        return first * first + second * second + (game.board.grid() == Grid::hex ? first * second : 0);
    };
    int nearest = -1;
    const int side = other(state.seat);
    for (int enemy = game.first_of(side); enemy < game.end_of(side); ++enemy)
        if (alive(game, state, enemy) && (nearest < 0 || far(enemy) < far(nearest))) nearest = enemy;
    for (int weapon = 0; weapon < game.weapons(plan.unit); ++weapon)
        if (is_ready(state, plan.unit, weapon)) plan.shot[static_cast<std::size_t>(plan.shots++)] = {weapon, nearest};
    return plan;
}

Plan ranked_plan(const Game& game, const State& state, const Sights& sights, int unit, std::span<const int> ranks, int none, int& lowest) {
    Plan plan{.unit = unit};
    lowest = none;
    std::vector<int> targets;
    const auto rank = [&](int target) { return ranks[static_cast<std::size_t>(target)]; };
    for (int weapon = 0; weapon < game.weapons(unit); ++weapon) {
        find_choices(game, state, sights, unit, weapon, targets);
        if (targets.empty()) continue;
        const int first = *std::ranges::min_element(targets, {}, rank);
        lowest = std::min(lowest, rank(first));
        const int target = rank(first) < none || !game.premeasure ? first : *best_target(game, state, sights, unit, weapon, false);
        plan.shot[static_cast<std::size_t>(plan.shots++)] = {weapon, target};
    }
    if (lowest == none) plan.shots = 0;
    return plan;
}

}  // namespace muster::rules::simple_combat
