#include "rules/simple_combat/plan.hpp"

#include <algorithm>
#include <bit>

namespace muster::rules::simple_combat {

namespace {

constexpr std::int64_t whole = 36;  // one shot's chance to damage: ways to hit times ways to damage
constexpr std::size_t sets = 1U << weapons_max;

Worth operator+(Worth a, Worth b) { return {a.destroyed + b.destroyed, a.damage + b.damage}; }

/// A shot as the sum sees it.
struct Part {
    std::int64_t chance = 0;  ///< of 36; 0: cannot fire at this target, or to no effect
    int power = 0;
};

using Parts = std::array<Part, weapons_max>;

Part part_of(const Game& game, const State& state, const Sights& sights, int unit, int weapon, int target, bool with_twin) {
    if (no_shot(game, sights, unit, weapon, target)) return {};
    const Aim aim = aim_at(game, state, sights, unit, weapon, target, with_twin);
    return {ways(game.natural, aim.to_hit) * ways(game.natural, aim.to_damage), game.weapon(unit, weapon).power};
}

/// The worth of firing this set of weapons at one target: every combination of shots that take effect.
Worth worth_of(const Game& game, const State& state, const Parts& parts, unsigned set, int target) {
    const int capacity_left = left(game, state, target);
    const auto& profile = game.profile(target);
    Worth out;
    for (unsigned effective = set;; effective = (effective - 1) & set) {
        std::int64_t chance = 1;
        int power = 0;
        for (unsigned weapon = 0; weapon < weapons_max; ++weapon) {
            const unsigned bit = 1U << weapon;
            const auto& part = parts[weapon];
            chance *= (effective & bit) != 0 ? part.chance : (set & bit) != 0 ? whole - part.chance : whole;
            if ((effective & bit) != 0) power += part.power;
        }
        if (power >= capacity_left) out.destroyed += chance * profile.points;
        out.damage += chance * std::min(power, capacity_left) * profile.points * (game.share / profile.capacity);
        if (effective == 0) return out;
    }
}

/// The best way to fire each set of weapons, targets of which were offered one after the other.
class Assignments {
public:
    explicit Assignments(unsigned all) : all_(all) { best_[0].possible = true; }

    /// `usable`: the weapons that may fire at it.
    void offer(const Game& game, const State& state, const Parts& parts, unsigned usable, int target) {
        std::array<Worth, sets> worth{};
        for (unsigned set = usable; set != 0; set = (set - 1) & usable) worth[set] = worth_of(game, state, parts, set, target);
        // Larger sets first: what is left for the other targets is a smaller set, which does not yet have this target.
        for (unsigned set = all_; set != 0; set = (set - 1) & all_)
            for (unsigned here = set & usable; here != 0; here = (here - 1) & set & usable) {
                const auto& rest = best_[set & ~here];
                if (!rest.possible) continue;
                const Worth sum = rest.worth + worth[here];
                auto& best = best_[set];
                if (best.possible && sum <= best.worth) continue;
                best = rest;
                best.possible = true;
                best.worth = sum;
                for (std::size_t weapon = 0; weapon < weapons_max; ++weapon)
                    if ((here >> weapon & 1U) != 0) best.target[weapon] = target;
            }
    }

    /// Takes the best of the sets that `counts` allows into `plan`, if it is worth more or as much with fewer shots.
    template <typename Counts>
    void improve(Plan& plan, Counts counts) const {
        for (unsigned set = 1; set <= all_; ++set) {
            const auto& best = best_[set];
            if ((set & ~all_) != 0 || !best.possible || !counts(set) || best.worth < plan.worth) continue;
            if (best.worth == plan.worth && std::popcount(set) >= plan.shots) continue;
            plan.worth = best.worth;
            plan.shots = 0;
            for (int weapon = 0; weapon < weapons_max; ++weapon)
                if ((set >> weapon & 1U) != 0) plan.shot[static_cast<std::size_t>(plan.shots++)] = {weapon, best.target[static_cast<std::size_t>(weapon)]};
        }
    }

private:
    struct Best {
        bool possible = false;
        Worth worth{};
        std::array<int, weapons_max> target{};
    };
    unsigned all_;
    std::array<Best, sets> best_{};
};

/// The pairs of a unit, each as the set of its two weapons.
std::vector<unsigned> pairs_of(const Game& game, int unit) {
    std::vector<unsigned> out;
    for (int weapon = 0; weapon < game.weapons(unit); ++weapon)
        if (const int twin = game.weapon(unit, weapon).twin; twin > weapon) out.push_back(1U << weapon | 1U << twin);
    return out;
}

/// Adds the best declaration in which exactly the weapons of `together` fire with their twins.
void plan_with(const Game& game, const State& state, const Sights& sights, std::span<const unsigned> pairs, unsigned together, Plan& plan) {
    const int unit = plan.unit;
    Assignments assignments((1U << game.weapons(unit)) - 1);
    const int enemy = other(game.seat_of(unit));
    for (int target = game.first_of(enemy); target < game.end_of(enemy); ++target) {
        if (!alive(game, state, target)) continue;
        Parts parts{};
        unsigned usable = 0;
        for (int weapon = 0; weapon < game.weapons(unit); ++weapon) {
            auto& part = parts[static_cast<std::size_t>(weapon)];
            part = part_of(game, state, sights, unit, weapon, target, (together >> weapon & 1U) != 0);
            if (part.chance > 0) usable |= 1U << weapon;
        }
        if (usable != 0) assignments.offer(game, state, parts, usable, target);
    }
    assignments.improve(
        plan, [&](unsigned set) { return std::ranges::all_of(pairs, [&](unsigned pair) { return ((set & pair) == pair) == ((together & pair) == pair); }); });
}

}  // namespace

Plan best_plan(const Game& game, const State& state, const Sights& sights, int unit) {
    Plan plan{.unit = unit};
    const auto pairs = pairs_of(game, unit);
    for (unsigned chosen = 0; chosen < 1U << pairs.size(); ++chosen) {
        unsigned together = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if ((chosen >> i & 1U) != 0) together |= pairs[i];
        plan_with(game, state, sights, pairs, together, plan);
    }
    return plan;
}

const Plan& Planner::plan(const Game& game, const State& state, const Sights& sights) {
    plans_.resize(game.units.size());
    const Plan* best = nullptr;
    for (int unit = game.first_of(state.seat); unit < game.end_of(state.seat); ++unit) {
        if (!waits(game, state, unit)) continue;
        auto& plan = plans_[static_cast<std::size_t>(unit)];
        if (plan.unit < 0) plan = best_plan(game, state, sights, unit);
        if (!best || plan.worth > best->worth) best = &plan;
    }
    return *best;
}

void Planner::forget_after(const Game& game, const State& state) {
    const auto& volley = state.volley;
    const auto taken = std::span(volley.taken).first(static_cast<std::size_t>(volley.shots));
    if (std::ranges::none_of(taken, &ShotTaken::damaged)) return;
    if (game.units_block_sight) return forget();
    const int seat = game.seat_of(volley.unit);
    for (int unit = game.first_of(seat); unit < game.end_of(seat); ++unit)
        if (static_cast<std::size_t>(unit) < plans_.size()) plans_[static_cast<std::size_t>(unit)].unit = -1;
}

Plan ranked_plan(const Game& game, const State& state, const Sights& sights, int unit, std::span<const int> ranks, int none, int& lowest) {
    Plan plan{.unit = unit};
    lowest = none;
    std::vector<int> targets;
    const auto rank = [&](int target) { return ranks[static_cast<std::size_t>(target)]; };
    for (int weapon = 0; weapon < game.weapons(unit); ++weapon) {
        find_targets(game, state, sights, unit, weapon, targets);
        if (targets.empty()) continue;
        const int first = *std::ranges::min_element(targets, {}, rank);
        lowest = std::min(lowest, rank(first));
        const int target = rank(first) < none ? first : *best_target(game, state, sights, unit, weapon, false);
        plan.shot[static_cast<std::size_t>(plan.shots++)] = {weapon, target};
    }
    if (lowest == none) plan.shots = 0;
    return plan;
}

std::optional<int> best_target(const Game& game, const State& state, const Sights& sights, int unit, int weapon, bool with_twin) {
    std::vector<int> targets;
    find_targets(game, state, sights, unit, weapon, targets);
    std::optional<int> best;
    Worth most;
    for (const int target : targets) {
        const Parts parts{part_of(game, state, sights, unit, weapon, target, with_twin)};
        const Worth worth = worth_of(game, state, parts, 1, target);
        if (best && worth <= most) continue;
        best = target;
        most = worth;
    }
    return best;
}

}  // namespace muster::rules::simple_combat
