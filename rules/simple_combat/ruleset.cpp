#include "rules/simple_combat/ruleset.hpp"

#include "rules/catalog.hpp"
#include "rules/simple_combat/battle.hpp"
#include "rules/typed_ruleset.hpp"

namespace muster::rules::simple_combat {

namespace {

constexpr Words words{
    .id = "simple-combat",
    .title = "Simple combat",
    .summary =
        "Tanks, guns and scouts on a field of hexes or squares. Each turn both sides roll for the initiative and then move their "
        "units, one of each side in turn; in the same way they fire. A shot needs a die to hit and a die to damage; who moved "
        "fast aims worse, who stood still better. The last side on the field wins, or after the last turn the one with more left.",
    .example = R"({
  "grid": "hex", "width": 21, "height": 21, "turn_limit": 15,
  "impassable": [[-1,9],[0,9],[1,9],[4,9],[5,9],[2,11],[3,11],[9,9],[10,9],[9,11],[8,11],[13,9],[12,11],[13,11],[14,10],[6,7],[2,13],[5,13],[9,7]],
  "north": {"units": [{"id": "n1", "profile": "medium_tank", "at": [4,4]}, {"id": "n2", "profile": "medium_tank", "at": [8,4]},
                      {"id": "n3", "profile": "dual_heavy_tank", "at": [6,5]}, {"id": "n4", "profile": "light_tank", "at": [2,5]},
                      {"id": "n5", "profile": "light_tank", "at": [11,4]}, {"id": "n6", "profile": "howitzer_battery", "at": [7,2]},
                      {"id": "n7", "profile": "scout_car", "at": [13,3]}]},
  "south": {"units": [{"id": "s1", "profile": "medium_tank", "at": [-2,16]}, {"id": "s2", "profile": "medium_tank", "at": [2,16]},
                      {"id": "s3", "profile": "tank_hunter", "at": [0,15]}, {"id": "s4", "profile": "tank_hunter", "at": [4,15]},
                      {"id": "s5", "profile": "light_tank", "at": [6,16]}, {"id": "s6", "profile": "rocket_team", "at": [7,15]},
                      {"id": "s7", "profile": "rocket_team", "at": [-4,15]}, {"id": "s8", "profile": "scout_car", "at": [8,16]}]}})",
    .credits = "After the \"Simple Combat Game\" of 1999; told in our own words, the forces beside the three tanks are ours.",
};

Json house_rules() {
    return Json::array({
        house_rule("natural", "Does an unmodified 1 always fail and a 6 always succeed?", false, {{"false", "no"}, {"true", "yes"}}),
        house_rule("redirect", "What becomes of a shot at a unit that an earlier shot of the declaration destroyed?", false,
                   {{"false", "it is lost"}, {"true", "it turns to the target where it is worth most"}}),
        house_rule("units_block_los", "Do units block lines of sight?", false, {{"false", "no"}, {"true", "yes, like impassable cells"}}),
    });
}

constexpr std::array kinds{decision_kind<MoveChoice>("move"), decision_kind<FireChoice>("fire", Pieces::enemy, "is fired at first")};

Json lists() {
    return {
        {"roster", to_json_value(Arsenal::standard().profiles())}, {"weapons", to_json_value(Arsenal::standard().weapons())}, {"house_rules", house_rules()}};
}

}  // namespace

const Ruleset& ruleset() {
    static const TypedRuleset instance(parts_of<SimpleBattle, Setup, read_setup>(words, seat_names(), kinds, lists));
    return instance;
}

}  // namespace muster::rules::simple_combat
