// What is refused in choices, and in which words.
#include "tests/rules/simple_combat/field.hpp"

using namespace muster;
using namespace muster::test;

namespace {

const Json& setup() {
    static const Json two_each = field({"n1:medium_tank . . s1:light_tank", "n2:scout_car . . s2:howitzer_battery", ". . . ."});
    return two_each;
}

Json stay(const std::string& unit) { return move(unit, Json::array()); }

/// The refusal of a choice of the north's after everybody has stayed where they are.
std::string refused_fire(const Json& choice, const std::vector<Json>& before = {}, std::vector<int> dice = {6, 1}) {
    std::vector<Json> choices{stay("n1"), stay("s1"), stay("n2"), stay("s2")};
    choices.insert(choices.end(), before.begin(), before.end());
    choices.push_back({{"seat", "north"}, {"kind", "fire"}, {"choice", choice}});
    return refused_choice(setup(), std::move(dice), choices);
}

std::string refused_move(const Json& choice, const std::vector<Json>& before = {}) {
    auto choices = before;
    choices.push_back({{"seat", "north"}, {"kind", "move"}, {"choice", choice}});
    return refused_choice(setup(), {6, 1}, choices);
}

}  // namespace

TEST_CASE("a unit that cannot act is refused with the reason") {
    CHECK(refused_move({{"unit", "nl"}}) == "/unit: there is no unit \"nl\"; did you mean \"n1\"?");
    CHECK(refused_move({{"unit", "s1"}}) == "/unit: \"s1\" is not one of your units");
    CHECK(refused_move({{"unit", "n1"}}, {stay("n1"), stay("s1")}) == "/unit: \"n1\" has moved already in this turn");
    CHECK(refused_fire({{"unit", "n1"}}, {fire("n1", {}), fire("s1", {})}) == "/unit: \"n1\" has fired already in this turn");
    CHECK(refused_move({{"unit", ""}}) == "/unit: too short; at least 1 characters");
    CHECK(refused_move({{"path", Json::array()}}) == "/unit: \"unit\" is missing");
    CHECK(refused_move({{"unit", "n1"}, {"way", Json::array()}}) == "/way: unknown field \"way\"");
}

TEST_CASE("a destroyed unit does not act") {
    CHECK(refused_choice(field({"n1:tank_hunter . . s1:scout_car s2:scout_car s3:scout_car"}), {6, 1, 6, 6},
                         {stay("n1"), stay("s1"), stay("s2"), stay("s3"), fire("n1", {{0, "s1"}}), fire("s1", {})}) == "/unit: \"s1\" is destroyed");
}

TEST_CASE("a shot that cannot be fired is refused with the reason") {
    const auto refused = [](int weapon, const char* target) { return refused_fire({{"unit", "n1"}, {"shots", {{{"weapon", weapon}, {"target", target}}}}}); };
    CHECK(refused(2, "s1") == "/shots/0/weapon: \"n1\" has weapons 0 to 1");
    CHECK(refused(-1, "s1") == "/shots/0/weapon: -1 is too small; at least 0");
    CHECK(refused(0, "s9") == "/shots/0/target: there is no unit \"s9\"; did you mean \"s1\"?");
    CHECK(refused(0, "n2") == "/shots/0/target: \"n2\" is your own unit");
    CHECK(refused(1, "s2") == "/shots/0/target: \"s2\" is 4 away, too far for the machine_gun");
    CHECK(refused_fire({{"unit", "n1"}, {"shots", {{{"weapon", 0}, {"target", "s1"}}, {{"weapon", 0}, {"target", "s2"}}}}}) ==
          "/shots/1/weapon: weapon 0 is fired twice");
    CHECK(refused_fire({{"unit", "n1"}, {"shots", {{{"weapon", 0}}}}}) == "/shots/0/target: \"target\" is missing");
    CHECK(refused_fire(json("[]")) == ": expected an object, got an array");
}

TEST_CASE("a shot at a unit that is destroyed already is refused") {
    const Json field_of_four = field({"n1:tank_hunter . . s1:scout_car", "n2:tank_hunter . . s2:scout_car"});
    CHECK(refused_choice(field_of_four, {6, 1, 6, 6},
                         {stay("n1"), stay("s1"), stay("n2"), stay("s2"), fire("n1", {{0, "s1"}}), fire("s2", {}), fire("n2", {{0, "s1"}})}) ==
          "/shots/0/target: \"s1\" is already destroyed");
}

TEST_CASE("left out, a path and shots are none") {
    const auto run = battle(setup(), {6, 1}, {{{"seat", "north"}, {"kind", "move"}, {"choice", {{"unit", "n2"}}}}}, false);
    CHECK(texts(run, "chosen")[0] == R"({"choice":{"path":[],"unit":"n2"},"decision":1,"kind":"move","seat":"north"})");
}
