// The default fire (E9) against every declaration there is, in floating point.
#include "rules/simple_combat/plan.hpp"

#include <cmath>

#include "rules/simple_combat/turn.hpp"
#include "tests/rules/simple_combat/field.hpp"
#include "tests/rules/simple_combat/random_setup.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::simple_combat;

namespace {

struct Value {
    double destroyed = 0;
    double damage = 0;
    bool better_than(const Value& other) const {
        if (std::abs(destroyed - other.destroyed) > 1e-9) return destroyed > other.destroyed;
        return damage > other.damage + 1e-9;
    }
};

/// What a declaration is worth, by resolving it with every die.
Value value_of(const Game& game, const State& state, const Sights& sights, int seat) {
    State now = state;
    Sights seen = sights;
    const Die die = next_die(game, now, seen);
    Value out;
    if (die == Die::none) {
        for (int unit = game.first_of(other(seat)); unit < game.end_of(other(seat)); ++unit) {
            const auto& profile = game.profile(unit);
            out.damage += static_cast<double>(profile.points) * now.body(unit).damage / profile.capacity;
            if (!alive(game, now, unit)) out.destroyed += profile.points;
        }
        return out;
    }
    for (int face = 1; face <= 6; ++face) {
        State next = now;
        take_die(game, next, seen, face);
        const Value value = value_of(game, next, seen, seat);
        out.destroyed += value.destroyed / 6;
        out.damage += value.damage / 6;
    }
    return out;
}

/// The best value over all declarations of a unit.
Value best_of_all(const Game& game, const State& state, const Sights& sights, int unit, std::vector<Shot> shots, int weapon) {
    if (weapon == game.weapons(unit)) {
        State declared = state;
        declare(game, declared, sights, unit, shots);
        return value_of(game, declared, sights, game.seat_of(unit));
    }
    Value best = best_of_all(game, state, sights, unit, shots, weapon + 1);
    std::vector<int> targets;
    find_targets(game, state, sights, unit, weapon, targets);
    for (const int target : targets) {
        auto more = shots;
        more.push_back({weapon, target});
        const Value value = best_of_all(game, state, sights, unit, more, weapon + 1);
        if (value.better_than(best)) best = value;
    }
    return best;
}

}  // namespace

TEST_CASE("E9: no declaration of a unit is worth more than its default") {
    int compared = 0;
    for (std::uint64_t seed = 0; compared < 600; ++seed) {
        SeededChance chance(seed);
        Json setup = random_simple_setup(chance);
        setup.erase("house_rules");  // redirected and opened shots are not weighed
        const Game game = game_of(setup);
        if (game.has_area) continue;  // what is beside a target is weighed by itself (E19)
        State state = start_state(game);
        start_turn(state);
        take_initiative(state, north);
        for (int unit = 0; unit < game.end_of(south); ++unit) state.body(unit).damage = chance.below(game.profile(unit).capacity);
        Sights sights;
        sights.look(game, state);
        for (int unit = 0; unit < game.end_of(south); ++unit) {
            Prospects prospects;
            prospects.look(game, state, sights, unit);
            const Plan plan = prospects.plan();
            if (game.weapons(unit) == 0 || game.weapons(unit) > 2) continue;  // all dice of three shots take long
            ++compared;
            CAPTURE(seed);
            CAPTURE(unit);
            State declared = state;
            declare(game, declared, sights, unit, plan.all());
            const Value found = value_of(game, declared, sights, game.seat_of(unit));
            const Value best = best_of_all(game, state, sights, unit, {}, 0);
            REQUIRE(!best.better_than(found));
        }
    }
}

TEST_CASE("E9: points that can be destroyed come before damage, and damage before nothing") {
    const auto shots = [](const std::vector<std::string>& rows) {
        return battle(field(rows), {6, 1}, {move("n1", Json::array()), move("s1", Json::array()), move("s2", Json::array())}, false)
            .pending[0]
            .preset.at("shots");
    };
    // A scout car can be destroyed, the tank beside it cannot, though damage to it takes away more points.
    CHECK(shots({"n1:tank_hunter . s1:dual_heavy_tank s2:scout_car"}) == json(R"([{"target":"s2","weapon":0}])"));
    // Neither can be destroyed: 2 of 5 times 165 points is more than 2 of 4 times 100 - but its armour is better.
    CHECK(shots({"n1:tank_hunter . s1:dual_heavy_tank s2:medium_tank"}) == json(R"([{"target":"s2","weapon":0}])"));
}

TEST_CASE("E9: a pair of guns fires together where that is worth more") {
    const auto preset = [](const char* target) {
        const Json setup = field({std::string("n1:dual_heavy_tank . s1:") + target});
        return battle(setup, {6, 1}, {move("n1", Json::array()), move("s1", Json::array())}, false).pending[0].preset.at("shots");
    };
    CHECK(preset("medium_tank") == json(R"([{"target":"s1","weapon":0},{"target":"s1","weapon":1}])"));
}
