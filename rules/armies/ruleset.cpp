#include "rules/armies/ruleset.hpp"

#include "rules/armies/battle.hpp"
#include "rules/armies/choices.hpp"
#include "rules/armies/presets.hpp"
#include "rules/armies/setup.hpp"
#include "rules/typed_ruleset.hpp"

namespace muster::rules::armies {

namespace {

const Words words{
    .id = "armies",
    .title = "Armies",
    .summary =
        "Two or more sides share an area that can't feed them all. They give up tokens in turn until the population limit is reached or one side is "
        "left. Advances and army tokens give an advantage, which settles who loses the first tokens. A city is assaulted once its defenders are gone. "
        "No dice: the owners choose which of their tokens go.",
    .presets = presets(),
    .credits =
        "After \"Armies: Military unit rules for Advanced Civilization\", an optional rule published without its author's name; "
        "how a city is attacked is from \"Advanced Civilization\" itself. Told in our own words.",
};

constexpr std::array kinds{decision_kind<RemoveChoice, RemoveOptions>(RemoveDecision::kind, Pieces::own, "goes first")};

constexpr std::array events{
    event_kind<AdvantageCounted>("advantage_counted"),
    event_kind<LevelsCounted>("levels_counted"),
    event_kind<TokenRemoved>("removed"),
    event_kind<CityAssaulted>("city_assaulted"),
};

Json lists() { return {{"roster", Json::array()}, {"house_rules", Json::array()}}; }

}  // namespace

const Ruleset& ruleset() {
    static const TypedRuleset instance(parts_of<ArmiesBattle, read_setup, resolve_setup>(words, seat_names(), kinds, events, lists).with_named_seats());
    return instance;
}

}  // namespace muster::rules::armies
