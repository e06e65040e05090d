#include "rules/simple_combat/ruleset.hpp"

#include "rules/catalog.hpp"
#include "rules/simple_combat/battle.hpp"
#include "rules/simple_combat/events.hpp"
#include "rules/simple_combat/options.hpp"
#include "rules/simple_combat/presets.hpp"
#include "rules/typed_ruleset.hpp"

namespace muster::rules::simple_combat {

namespace {

const Words words{
    .id = "simple-combat",
    .title = "Simple combat",
    .summary =
        "Tanks, guns and scouts on a field of hexes or squares. Each turn both sides roll for the initiative and then move their "
        "units, one of each side in turn; in the same way they fire. A shot needs a die to hit and a die to damage; who moved "
        "fast aims worse, who stood still better. The last side on the field wins, or after the last turn the one with more left.",
    .presets = presets(),
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

constexpr std::array kinds{decision_kind<MoveChoice, MoveOptions>("move"), decision_kind<FireChoice, FireOptions>("fire", Pieces::enemy, "is fired at first")};

constexpr std::array events{
    event_kind<TurnStarted>("turn_started"), event_kind<InitiativeRolled>("initiative_rolled"), event_kind<Moved>("moved"), event_kind<Fired>("fired"),
    event_kind<TurnEnded>("turn_ended"),
};

Json lists() {
    return {
        {"roster", to_json_value(Arsenal::standard().profiles())}, {"weapons", to_json_value(Arsenal::standard().weapons())}, {"house_rules", house_rules()}};
}

}  // namespace

const Ruleset& ruleset() {
    static const TypedRuleset instance(parts_of<SimpleBattle, Setup, read_setup>(words, seat_names(), kinds, events, lists));
    return instance;
}

}  // namespace muster::rules::simple_combat
