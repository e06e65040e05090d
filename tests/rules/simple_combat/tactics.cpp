// How the policies move (E11): they come to blows, go round what is impassable, keep the longer range, and look at so much and no more.
#include "rules/simple_combat/tactics.hpp"
#include "rules/simple_combat/turn.hpp"
#include "tests/rules/play.hpp"
#include "tests/rules/simple_combat/field.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;
using namespace muster::rules::simple_combat;

namespace {

/// How a battle is decided by seat: a policy, or nothing: at random.
using Players = std::array<std::optional<Policy>, 2>;

Outcome played(const Json& setup, Players players, std::uint64_t seed) {
    Random random(seed);
    return played_out(*shipped_rulesets().find("simple-combat"), setup, random, [&](const Battle& battle, const Ask& ask) {
        const auto& policy = players[static_cast<std::size_t>(ask.seat)];
        return policy ? battle.choose(ask.seat, *policy) : battle.random_choice(ask.seat, random);
    });
}

Json presets() { return shipped_rulesets().find("simple-combat")->catalog().at("presets"); }

/// Where it stands when the first to move is `seat`.
State to_move(const Game& game, int seat) {
    State state = start_state(game);
    start_turn(state);
    take_initiative(state, seat);
    return state;
}

Place chosen(const Game& game, const State& state) { return game.board.place_of(Tactics().choose(game, state).cell); }

}  // namespace

TEST_CASE("two players by policy come to blows in every preset, and mostly somebody wins") {
    for (const auto& preset : presets()) {
        CAPTURE(preset.at("preset").get<std::string>());
        for (const auto policy : {Policy::best, Policy::listed}) {
            int decided = 0;
            for (std::uint64_t seed = 0; seed < 60; ++seed) decided += played(preset.at("setup"), {policy, policy}, seed).winner ? 1 : 0;
            CHECK(decided >= 45);
        }
    }
}

TEST_CASE("by default nobody moves, as for who is away") {
    const Json apart = field({"n1:medium_tank . . . . . . . . s1:medium_tank"}, {{"turn_limit", 8}});
    CHECK(played(apart, {Policy::preset, Policy::preset}, 1).reason == "turn_limit");
    CHECK(!played(apart, {Policy::preset, Policy::preset}, 1).winner);
    int decided = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) decided += played(apart, {Policy::best, Policy::best}, seed).winner ? 1 : 0;
    CHECK(decided >= 30);
}

TEST_CASE("the best policy beats chance clearly from either seat") {
    for (const auto& preset : presets()) {
        CAPTURE(preset.at("preset").get<std::string>());
        int won = 0;
        int lost = 0;
        for (std::uint64_t seed = 0; seed < 100; ++seed)
            for (const Seat best : {0, 1}) {
                Players players;
                players[static_cast<std::size_t>(best)] = Policy::best;
                const auto outcome = played(preset.at("setup"), players, seed);
                if (outcome.winner) ++(*outcome.winner == best ? won : lost);
            }
        CHECK(won > 2 * lost);
    }
}

TEST_CASE("the way to the enemy goes round what is impassable") {
    // Straight on is a dead end.
    const auto game = game_of(field({". . . . . . .",                               //
                                     ". . . # . . .",                               //
                                     "n1:dual_heavy_tank . . # . . s1:light_tank",  //
                                     ". . . # . . .",                               //
                                     ". # # # . . ."},
                                    {{"grid", "square"}}));
    CHECK(chosen(game, to_move(game, north))[1] == 0);  // by the north, where there is a way
}

TEST_CASE("who has the longer range stops at it, who has the shorter one comes near") {
    const auto rows = [](const std::string& enemy) { return std::vector<std::string>{"n1:tank_hunter . . . . . . . . " + enemy}; };
    const auto far = game_of(field(rows("s1:rocket_team")));
    CHECK(chosen(far, to_move(far, north))[0] <= 4);  // the rocket reaches 4 and goes 3
    const auto near = game_of(field(rows("s1:scout_car")));
    CHECK(chosen(near, to_move(near, south))[0] <= 3);
}

TEST_CASE("units go through their own and do not stand in each other's way") {
    const auto game = game_of(field({"# # n1:light_tank n2:light_tank . . . . . . s1:medium_tank"}));
    State state = to_move(game, north);
    const auto first = Tactics().choose(game, state);
    CHECK(first.unit == 0);  // the one behind goes first
    CHECK(game.board.place_of(first.cell)[0] > 3);
}

TEST_CASE("E17: who moves takes cover, and goes round what is slow") {
    // Two cells from which it reaches the enemy as well; one of them is covered.
    const auto covered = [](const Json& cells, const Json& what) {
        Json terrain = what;
        terrain["terrain"] = "woods";
        terrain["cells"] = cells;
        const auto game = game_of(field({"n1:medium_tank . . . . . s1:medium_tank", ". . . . . . .", ". . . . . . ."}, {{"terrain", {terrain}}}));
        return chosen(game, to_move(game, north));
    };
    const Place open = covered(Json::array(), Json::object());
    const Json beside = open[1] == 0 ? Json::array({{open[0] - 1, 1}, {open[0], 1}}) : Json::array({{open[0], 0}, {open[0] + 1, 0}});
    const Place found = covered(beside, {{"to_hit", -3}, {"to_damage", -3}});
    CHECK(std::ranges::any_of(beside, [&](const Json& cell) { return found == Place{cell[0].get<int>(), cell[1].get<int>()}; }));
    // A marsh that takes the whole allowance lies between it and the enemy, who is far; there is a way round.
    Json cells = Json::array();
    for (int row = 0; row < 4; ++row) cells.push_back({3 - row / 2, row});
    const Json marsh{{{"terrain", "marsh"}, {"cost", 8}, {"cells", cells}}};
    const auto game = game_of(field({". . . . . . . . . . .", "n1:scout_car . . . . . . . . . s1:rocket_team", ". . . . . . . . . . .", ". . . . . . . . . . .",
                                     ". . . . . . . . . . .", ". . . . . . . . . . ."},
                                    {{"terrain", marsh}}));
    CHECK(chosen(game, to_move(game, north))[1] >= 4);
}

TEST_CASE("a decision of a hundred units on the largest field looks at so much and no more") {
    Json setup{{"width", side_max},
               {"height", side_max},
               {"profiles",
                {{{"profile", "racer"},
                  {"move_allowance", 20},
                  {"armour", 0},
                  {"damage_capacity", 3},
                  {"weapons", {"light_gun", "medium_gun", "howitzer", "rocket"}},
                  {"points", 70}}}}};
    for (const auto* seat : {"north", "south"})
        for (int i = 0; i < units_max; ++i) {
            const int row = (*seat == 'n' ? 10 : 20) + 2 * (i / 10);
            setup[seat]["units"].push_back({{"id", seat + std::to_string(i)}, {"profile", "racer"}, {"at", {10 + 3 * (i % 10) - row / 2, row}}});
        }
    const auto game = game_of(setup);
    State state = to_move(game, north);
    Tactics tactics;
    while (state.stage == Stage::move) {
        const auto step = tactics.choose(game, state);
        REQUIRE(tactics.looked() > Tactics::pairs_max / 2);
        REQUIRE(tactics.looked() <= Tactics::looked_max);
        REQUIRE(tactics.steps() <= Tactics::steps_to_choose(game));
        REQUIRE(tactics.steps() > Tactics::steps_to_choose(game) / 50);
        REQUIRE(check_path(game, state, step.unit, tactics.path(step)).fault == PathFault::none);
        take_move(game, state, step.unit, step.cell, step.cost);
    }
}
