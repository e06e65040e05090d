// How campaigns are played from a terminal: lines as choices, choices as words, tables.
#include "rules/theatre/typed.hpp"

#include <doctest/doctest.h>

#include "rules/drive.hpp"
#include "rules/theatre/ruleset.hpp"
#include "tests/rules/theatre/options.hpp"
#include "tests/rules/theatre/random_setup.hpp"
#include "tests/support/chance_dice.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

const std::vector<std::string> areas{"highdale", "harbour", "upford", "millbrook"};

std::string as_it_is(const std::string& area) { return area; }

/// The choice that a line says, or what is wrong with it.
std::string read(const char* kind, const char* options, const char* preset, std::string_view line) {
    const Json offered = Json::parse(options), usual = Json::parse(preset);
    const auto choice = rules::theatre::typed().read({kind, offered, usual, areas, as_it_is}, line);
    return choice ? choice->dump() : choice.error();
}

constexpr auto may_move = R"({"step":2,"tokens":[{"area":"highdale","population":5,"armies":1,"to":["upford","millbrook"]}],
    "ships":[{"area":"harbour","ships":1}],"range":4,"water":{"harbour":["upford"]},"open_sea":[]})";
constexpr auto stays = R"({"marches":[],"voyages":[]})";

std::string moved(std::string_view line) { return read("move", may_move, stays, line); }

}  // namespace

TEST_CASE("areas are meant by as many letters as no other begins with") {
    CHECK(short_code("highdale", areas) == "hi");
    CHECK(short_code("harbour", areas) == "ha");
    CHECK(area_meant("u", areas) == "upford");
    CHECK(area_meant("highdale", areas) == "highdale");
    CHECK(!area_meant("h", areas));
    CHECK(!area_meant("x", areas));
}

TEST_CASE("typed moves: marches and voyages, in any number") {
    CHECK(moved("hi up 3 1a") == R"({"marches":[{"armies":1,"from":"highdale","population":3,"to":"upford"}],"voyages":[]})");
    CHECK(moved("hi mi") == R"({"marches":[{"armies":1,"from":"highdale","population":5,"to":"millbrook"}],"voyages":[]})");
    CHECK(
        moved("hi up 1; hi mi 2") ==
        R"({"marches":[{"armies":0,"from":"highdale","population":1,"to":"upford"},{"armies":0,"from":"highdale","population":2,"to":"millbrook"}],"voyages":[]})");
    CHECK(
        moved("sail ha +3 up -2 ha") ==
        R"({"marches":[],"voyages":[{"cargo":[{"armies":0,"off":1,"on":0,"population":2},{"armies":0,"off":2,"on":0,"population":1}],"route":["upford","harbour"],"ship":"harbour"}]})");
    CHECK(moved("hi ha") == "harbour is not in reach of highdale");
    CHECK(moved("up hi") == "nothing in upford may move now");
    CHECK(moved("hi up many") == "\"many\" is not understood: 3 or 3p is population, 1a an army, 1s a ship, c the city");
    CHECK(moved("sail ha +1 up -2") == "not so many are aboard in upford");
    CHECK(moved(" ;; ") == "there is no order");
}

TEST_CASE("typed supplies change the default; other decisions are lists and numbers") {
    constexpr auto kept = R"({"areas":[{"area":"highdale","keep_armies":2,"keep_ships":0,"build_armies":0,"build_ships":0,"levy":0}],"release":0})";
    const Json built = Json::parse(read("build", "{}", kept, "hi drop 1a; ha 1s; hi levy 1; release 2"));
    CHECK(built["areas"][0]["keep_armies"] == 1);
    CHECK(built["areas"][0]["levy"] == 1);
    CHECK(built["areas"][1] == Json::parse(R"({"area":"harbour","keep_armies":0,"keep_ships":0,"build_armies":0,"build_ships":1,"levy":0})"));
    CHECK(built["release"] == 2);
    CHECK(rules::theatre::typed().said("build", built, as_it_is) == "highdale keeps 1 army, 1 levied; harbour builds 1 ship; 2 of the treasury returned");
    CHECK(read("tax", "{}", "{}", "3") == R"({"rate":3})");
    CHECK(read("found", "{}", "{}", "hi; ha 3") == R"({"cities":[{"area":"highdale","treasury":0},{"area":"harbour","treasury":3}]})");
    CHECK(read("found", "{}", "{}", "none") == R"({"cities":[]})");
    CHECK(read("reduce", "{}", "{}", "ha hi") == R"({"areas":["harbour","highdale"]})");
    CHECK(read("lose", "{}", "{}", "hi 2 1a c") == R"({"units":[{"area":"highdale","armies":1,"city":true,"population":2}]})");
    constexpr auto choices = R"({"choices":[{"give_up":"army","area":"highdale"},{"give_up":"city","area":"harbour"}]})";
    CHECK(read("support", choices, "{}", "2") == R"({"area":"harbour","give_up":"city"})");
    CHECK(read("support", choices, "{}", "3") == "answer with a number from 1 to 2");
}

TEST_CASE("whatever a campaign asks is shown in rows, its default in words, and how it stands as a table") {
    const auto& ruleset = rules::theatre::ruleset();
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        CAPTURE(seed);
        SeededChance chance(seed);
        const Json setup = random_theatre_setup(chance);
        std::vector<std::string> words;
        for (const auto& area : setup["areas"]) words.push_back(area["area"]);
        const auto battle = ruleset.create(setup).value();
        ChanceDice dice(chance);
        int rolls = 0;
        std::vector<Event> events;
        battle->begin(events);
        while (roll_on(*battle, dice, rolls, events) && !outcome_of(*battle)) {
            Decided decided;
            for (const auto& ask : open_asks(*battle)) {
                CAPTURE(ask.kind);
                const Json& options = *ask.options;
                const Json& preset = *ask.preset;
                REQUIRE(rules::theatre::typed().fits(ask.kind, options, preset));
                CHECK((ask.kind == "tax" ||
                       !rules::theatre::typed().rows({ask.kind, options, preset, words, as_it_is}).empty()));  // of taxes the question says all
                rules::theatre::typed().said(ask.kind, preset, as_it_is);
                decided.choices.emplace_back(*battle->check(ask.seat, test::theatre::draw(ask, chance)).value());
            }
            battle->apply(decided, events);
            const auto table = rules::theatre::typed().map(setup, battle->view(Viewer::spectator()), as_it_is);
            CHECK(table.size() > setup["areas"].size() + setup["nations"].size());
        }
    }
}
