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
        "Tanks, guns and scouts on a battlefield of hexes or squares, or without cells. Each turn both sides roll for initiative, then take turns moving one "
        "unit "
        "each, and then fire in the same way. A shot needs a die to hit and a die to damage; a unit that moved fast aims worse, one that stood "
        "still aims better. The last side on the battlefield wins, or the one with more left after the last turn.",
    .presets = presets(),
    .credits = "After the \"Simple Combat Game\" of 1999; told in our own words, and the forces other than the three tanks are ours.",
};

Json house_rules() {
    return Json::array({
        house_rule("natural", "Does an unmodified 1 always fail and a 6 always succeed?", false, {{"false", "no"}, {"true", "yes"}}),
        house_rule("redirect", "What happens to a shot at a unit that an earlier shot already destroyed?", false,
                   {{"false", "it is lost"}, {"true", "it goes to the target where it's worth most"}}),
        house_rule("units_block_los", "Do units block line of sight?", false, {{"false", "no"}, {"true", "yes, like impassable cells"}}),
        house_rule(
            "sight", "How far is a target, and what must be seen of it?", "centre",
            {{"centre", "from cell to cell, along the line between their centres"}, {"edge", "as far as its nearest edge, with a quarter of it in sight"}}),
        house_rule("fire_scale", "How many cells are there to each step of a weapon's range?", 1, {{"1", "one, as for moves"}, {"2", "two"}, {"3", "three"}}),
        house_rule("decides", "What decides the battle?", "points",
                   {{"points", "who has more points after the last turn, unless a side is destroyed before"},
                    {"destruction", "destruction alone, with no last turn (after 100 it's a draw)"},
                    {"to_the_end", "destruction alone, however many turns it takes (after 100 in a row without damage it's a draw)"}}),
        house_rule("premeasure", "May one measure before one fires?", true,
                   {{"true", "yes: ranges and targets are shown"}, {"false", "no: a shot at what is out of range or sight misses"}}),
        house_rule("burning", "Do damaged units burn at the end of the turn?", false,
                   {{"false", "no"}, {"true", "yes: each rolls a die, and loses 1 more on 5 or 6"}}),
    });
}

constexpr std::array kinds{decision_kind<MoveChoice, MoveOptions, MoveMeaning>("move"),
                           decision_kind<FireChoice, FireOptions>("fire", Pieces::enemy, "is fired at first")};

constexpr std::array events{
    event_kind<TurnStarted>("turn_started"), event_kind<InitiativeRolled>("initiative_rolled"), event_kind<Moved>("moved"),          event_kind<Fired>("fired"),
    event_kind<BlastEvent>("blast"),         event_kind<TurnEffectEvent>("turn_effect"),        event_kind<TurnEnded>("turn_ended"),
};

Json lists() {
    return {
        {"roster", to_json_value(Arsenal::standard().profiles())}, {"weapons", to_json_value(Arsenal::standard().weapons())}, {"house_rules", house_rules()}};
}

}  // namespace

const Ruleset& ruleset() {
    static const TypedRuleset instance(parts_of<SimpleBattle, read_setup, resolve_setup>(words, seat_names(), kinds, events, lists));
    return instance;
}

}  // namespace muster::rules::simple_combat
