// The switch `redirect` (E5): where shots go whose target is gone.
#include "rules/simple_combat/redirect.hpp"

#include "rules/simple_combat/fire.hpp"
#include "rules/simple_combat/turn.hpp"
#include "tests/rules/simple_combat/field.hpp"
#include "tests/rules/simple_combat/random_setup.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::simple_combat;

namespace {

Json target(const char* id, int capacity, int points, int armour = 0) {
    return {{"profile", id}, {"move_allowance", 0}, {"armour", armour}, {"damage_capacity", capacity}, {"weapons", Json::array()}, {"points", points}};
}

/// n1 has four guns of power 2, which on these fields hit, standing still, with a 2 and damage with a 3; `row` has its targets.
Json guns_against(const std::string& row) {
    Json gunner = target("gunner", 9, 1);
    gunner["weapons"] = {"gun", "gun", "gun", "gun"};
    const std::vector<int> hit(6, 3);
    return field({"n1:gunner " + row}, {{"weapons", {{{"weapon", "gun"}, {"to_hit", hit}, {"to_damage", hit}, {"power", 2}}}},
                                        {"profiles",
                                         {gunner, target("crate", 1, 1), target("post", 2, 4), target("safe", 2, 9), target("wall", 8, 100),
                                          target("gate", 3, 38), target("rock", 2, 500, -6)}},
                                        {"house_rules", {{"redirect", true}}}});
}

/// Where the four shots went that n1 declared at s1: "s1 s2 lost …".
std::string shots_at_s1(const std::string& row, const std::vector<int>& dice) {
    std::vector<int> all{6, 1};  // north has the initiative
    all.insert(all.end(), dice.begin(), dice.end());
    const Json setup = guns_against(row);
    std::vector<Json> choices;  // nobody can move, but who stays first is asked
    for (std::size_t i = 1; i < setup.at("south").at("units").size(); ++i) choices.push_back(move('s' + std::to_string(i), Json::array()));
    choices.push_back(fire("n1", {{0, "s1"}, {1, "s1"}, {2, "s1"}, {3, "s1"}}));
    const auto run = battle(setup, all, choices);
    std::string out;
    for (const auto& shot : event(run, "fired").at("shots")) {
        if (shot.contains("redirected_from")) CHECK(shot.at("redirected_from") == "s1");
        out += (out.empty() ? "" : " ") + (shot.contains("lost") ? "lost" : shot.at("target").get<std::string>());
    }
    return out;
}

/// The rule once more, fractions compared by multiplying crosswise.
std::optional<int> by_the_rule(const Game& game, const State& state, const Sights& sights, int unit, int weapon, bool with_twin) {
    struct Fraction {
        std::int64_t above = 0;
        std::int64_t below = 1;
        bool operator>(const Fraction& other) const { return above * other.below > other.above * below; }
    };
    std::optional<int> best;
    std::int64_t destroyed_most = 0;
    Fraction damaged_most;
    for (int enemy = 0; enemy < static_cast<int>(game.units.size()); ++enemy) {
        if (game.seat_of(enemy) == game.seat_of(unit) || !alive(game, state, enemy) || no_shot(game, sights, unit, weapon, enemy)) continue;
        const Aim aim = aim_at(game, state, sights, unit, weapon, enemy, with_twin);
        std::int64_t points = 0;  // 36 times as many
        for (int die = 1; die <= 6; ++die)
            for (int second = 1; second <= 6; ++second)
                if (reaches(game.natural, die, aim.to_hit) && reaches(game.natural, second, aim.to_damage)) points += game.profile(enemy).points;
        const int power = game.weapon(unit, weapon).power;
        const int capacity = game.profile(enemy).capacity;
        const int capacity_left = capacity - state.body(enemy).damage;
        const std::int64_t destroyed = power >= capacity_left ? points : 0;
        const Fraction damaged{points * std::min(power, capacity_left), capacity};
        if (best && (destroyed < destroyed_most || (destroyed == destroyed_most && !(damaged > damaged_most)))) continue;
        best = enemy;
        destroyed_most = destroyed;
        damaged_most = damaged;
    }
    return best;
}

}  // namespace

TEST_CASE("E5: redirected shots destroy the most points, then take the largest share, then go to the first listed") {
    // The safe is worth more than the post; the wall is worth more than both, but cannot be destroyed by one shot.
    CHECK(shots_at_s1("s1:crate s2:wall s3:post s4:safe", {6, 6, 6, 6, 6, 6, 6, 6}) == "s1 s4 s3 s2");
    // A shot that misses leaves the next the same choice.
    CHECK(shots_at_s1("s1:crate s2:wall s3:post s4:safe", {6, 6, 1, 6, 1, 6, 6}) == "s1 s4 s4 s4");
    // 2 of 3 times 38 points is more than 2 of 8 times 100, by a third of a point; and then the gate can be destroyed.
    CHECK(shots_at_s1("s1:crate s2:wall s3:gate", {6, 6, 6, 6, 6, 6, 6, 6}) == "s1 s3 s3 s2");
    CHECK(shots_at_s1("s1:crate s2:post s3:post", {6, 6, 1, 6, 6, 6, 6}) == "s1 s2 s2 s3");
}

TEST_CASE("E5: a redirected shot also goes where it can do nothing, and is lost where there is nobody") {
    CHECK(shots_at_s1("s1:crate s2:rock s3:post", {6, 6, 6, 6, 6, 6, 1}) == "s1 s3 s2 s2");
    CHECK(shots_at_s1("s1:crate s2:crate . . . . . s3:crate", {6, 6, 6, 6}) == "s1 s2 lost lost");
}

TEST_CASE("E5: redirected shots follow the rule on random fields") {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
        SeededChance chance(seed);
        const Game game = game_of(random_simple_setup(chance));
        State state = start_state(game);
        start_turn(state);
        take_initiative(state, north);
        for (int unit = 0; unit < game.end_of(south); ++unit) {
            state.body(unit).damage = chance.below(game.profile(unit).capacity + 1);
            state.body(unit).spent = chance.below(game.profile(unit).move + 1);
        }
        Sights sights;
        sights.look(game, state);
        for (int unit = 0; unit < game.end_of(south); ++unit)
            for (int weapon = 0; weapon < game.weapons(unit); ++weapon)
                for (const bool with_twin : {false, true}) {
                    CAPTURE(seed);
                    const auto found = redirected_target(game, state, sights, unit, weapon, with_twin);
                    REQUIRE(found == by_the_rule(game, state, sights, unit, weapon, with_twin));
                    compared += found ? 1 : 0;
                }
    }
    CHECK(compared > 5'000);
}
