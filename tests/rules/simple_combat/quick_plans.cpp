// The default fire as the planner finds it, from what it has kept, against the plain search through all targets: the same
// declaration, not only one that is worth as much.
#include "rules/simple_combat/plan.hpp"
#include "rules/simple_combat/turn.hpp"
#include "tests/rules/simple_combat/field.hpp"
#include "tests/rules/simple_combat/random_setup.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;
using namespace muster::rules::simple_combat;

namespace {

/// What some weapons are worth, each at a target of its own.
struct Fire {
    Worth worth{};
    std::array<int, weapons_max> target{};
};
/// The best way to fire all weapons of a set, by sets; nothing: there is none.
using BestFire = std::array<std::optional<Fire>, weapon_sets>;

bool has(WeaponSet set, int weapon) { return (set >> weapon & 1U) != 0; }

/// `before`, or better: some of the weapons that it leaves over fire at this target.
BestFire with_target(const BestFire& before, const Game& game, const State& state, const Parts& parts, WeaponSet usable, int target) {
    BestFire after = before;
    for (WeaponSet rest = 0; rest < weapon_sets; ++rest) {
        if (!before[rest]) continue;
        for (WeaponSet here = 1; here <= usable; ++here) {
            if ((here & ~usable) != 0 || (here & rest) != 0) continue;
            Fire fire = *before[rest];
            fire.worth = fire.worth + worth_of(game, state, parts, here, target);
            for (int weapon = 0; weapon < weapons_max; ++weapon)
                if (has(here, weapon)) fire.target[static_cast<std::size_t>(weapon)] = target;
            auto& best = after[rest | here];
            if (!best || fire.worth > best->worth) best = fire;
        }
    }
    return after;
}

/// Through all targets, one after the other, while the twins in `together` fire together.
BestFire best_fire(const Game& game, const State& state, const Sights& sights, int unit, WeaponSet together) {
    BestFire best;
    best[0] = Fire{};
    const int enemy = other(game.seat_of(unit));
    for (int target = game.first_of(enemy); target < game.end_of(enemy); ++target) {
        if (!alive(game, state, target)) continue;
        Parts parts{};
        WeaponSet usable = 0;
        for (int weapon = 0; weapon < game.weapons(unit); ++weapon) {
            auto& part = parts[static_cast<std::size_t>(weapon)];
            part = part_of(game, state, sights, unit, weapon, target, has(together, weapon));
            if (part.matters()) usable |= 1U << weapon;
        }
        best = with_target(best, game, state, parts, usable, target);
    }
    return best;
}

Plan plan_of(int unit, WeaponSet set, const Fire& fire) {
    Plan out{.unit = unit, .worth = fire.worth};
    for (int weapon = 0; weapon < weapons_max; ++weapon)
        if (has(set, weapon)) out.shot[static_cast<std::size_t>(out.shots++)] = {weapon, fire.target[static_cast<std::size_t>(weapon)]};
    return out;
}

/// Worth more, or as much with fewer shots.
bool better(const Plan& a, const Plan& b) { return a.worth != b.worth ? a.worth > b.worth : a.shots < b.shots; }

Plan plain_plan(const Game& game, const State& state, const Sights& sights, int unit) {
    Plan out{.unit = unit};
    std::vector<WeaponSet> pairs;
    for (int weapon = 0; weapon < game.weapons(unit); ++weapon)
        if (const int twin = game.weapon(unit, weapon).twin; twin > weapon) pairs.push_back(1U << weapon | 1U << twin);
    for (unsigned chosen = 0; chosen < 1U << pairs.size(); ++chosen) {
        WeaponSet together = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if ((chosen >> i & 1U) != 0) together |= pairs[i];
        const auto as_chosen = [&](WeaponSet set) {
            return std::ranges::all_of(pairs, [&](WeaponSet pair) { return ((set & pair) == pair) == ((together & pair) == pair); });
        };
        const BestFire best = best_fire(game, state, sights, unit, together);
        for (WeaponSet set = 1; set < weapon_sets; ++set) {
            if (!best[set] || !as_chosen(set)) continue;
            if (const Plan plan = plan_of(unit, set, *best[set]); better(plan, out)) out = plan;
        }
    }
    return out;
}

Plan plain_plan_of_side(const Game& game, const State& state, const Sights& sights) {
    Plan best;
    for (int unit = game.first_of(state.seat); unit < game.end_of(state.seat); ++unit) {
        if (!waits(game, state, unit)) continue;
        const Plan plan = plain_plan(game, state, sights, unit);
        if (best.unit < 0 || plan.worth > best.worth) best = plan;
    }
    return best;
}

std::string text_of(const Plan& plan) {
    std::string out = std::to_string(plan.unit) + ' ' + std::to_string(plan.worth.destroyed) + ' ' + std::to_string(plan.worth.damage);
    for (const auto& shot : plan.all()) out += ' ' + std::to_string(shot.weapon) + '>' + std::to_string(shot.target);
    return out;
}

/// Some kinds of guns, few enough that much is worth the same.
Json weapon(Chance& chance, const std::string& id) {
    Json to_hit = Json::array();
    Json to_damage = Json::array();
    for (int range = 1; range <= 6; ++range) {
        to_hit.push_back(chance.between(2, 6));
        to_damage.push_back(chance.between(2, 5));
    }
    return {{"weapon", id},
            {"to_hit", to_hit},
            {"to_damage", to_damage},
            {"power", chance.between(1, 3)},
            {"twin", chance.one_in(2)},
            {"indirect", chance.one_in(2)}};
}

/// Up to twelve units a side on a field so small that most are within range.
Json crowd(Chance& chance) {
    Json setup{{"grid", chance.one_in(2) ? "hex" : "square"}, {"width", 6}, {"height", 6}, {"turn_limit", 8}};
    setup["weapons"] = {weapon(chance, "a"), weapon(chance, "b")};
    setup["profiles"] = Json::array();
    const std::vector<std::string> guns{"a", "b"};
    for (int i = 0; i < 3; ++i) {
        Json weapons = Json::array();
        for (int n = chance.between(1, 4); n > 0; --n) weapons.push_back(chance.pick(guns));
        setup["profiles"].push_back({{"profile", "p" + std::to_string(i)},
                                     {"move_allowance", 3},
                                     {"armour", chance.between(-1, 1)},
                                     {"damage_capacity", chance.between(1, 6)},
                                     {"weapons", weapons},
                                     {"points", chance.between(1, 3) * 50}});
    }
    for (const char* side : {"north", "south"}) {
        Json& units = setup[side]["units"] = Json::array();
        for (int i = chance.between(1, 12); i > 0; --i) {
            const int row = (side[0] == 'n' ? 0 : 3) + i / 5;
            const int column = i % 5;
            units.push_back({{"id", side[0] + std::to_string(i)},
                             {"profile", "p" + std::to_string(chance.below(3))},
                             {"at", {setup["grid"] == "hex" ? column - row / 2 : column, row}}});
        }
    }
    for (const char* rule : {"natural", "redirect", "units_block_los"}) setup["house_rules"][rule] = chance.one_in(3);
    return setup;
}

/// Plays to the end with the planner's declarations, each held against the plain search; gives their number.
int compare(const Game& game, Chance& chance) {
    State state = start_state(game);
    Sights sights;
    Planner planner;
    auto patience = Patience::endless();
    int compared = 0;
    for (;;) {
        start_turn(state);
        take_initiative(state, chance.below(2));
        while (state.stage == Stage::move) {
            int unit = game.first_of(state.seat);
            while (!waits(game, state, unit)) ++unit;
            take_move(game, state, unit, state.body(unit).cell, 0);
        }
        sights.look(game, state);
        while (state.stage == Stage::fire) {
            const Plan plan = *planner.plan(game, state, sights, patience);
            REQUIRE(text_of(plan) == text_of(plain_plan_of_side(game, state, sights)));
            ++compared;
            declare(game, state, sights, plan.unit, plan.all());
            while (next_die(game, state, sights) != Die::none) take_die(game, state, sights, chance.between(1, 6));
            planner.take_in(game, state);
            finish_volley(game, state);
            if (finish_after_fire(state)) return compared;
        }
        if (finish_after_turn(game, state)) return compared;
    }
}

}  // namespace

TEST_CASE("E9: the planner declares what the plain search through all targets does, all through a battle") {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SeededChance chance(seed);
        const Json setup = chance.one_in(4) ? random_simple_setup(chance) : crowd(chance);
        CAPTURE(seed);
        compared += compare(game_of(setup), chance);
    }
    CHECK(compared > 5000);
}
