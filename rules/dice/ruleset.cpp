#include "rules/dice/ruleset.hpp"

#include "rules/dice/battle.hpp"
#include "rules/dice/events.hpp"
#include "rules/dice/presets.hpp"

namespace muster::rules::dice {

namespace {

const Words words{
    .id = "dice",
    .title = "Dice",
    .summary =
        "A table for a game that is played elsewhere: whoever sits at it says what he throws and for what, and everybody sees the dice, which nobody can "
        "steer and all can check. Dice of 2 to 100 sides, with modifiers, thresholds, and the highest or lowest kept.",
    .presets = presets(),
};

const std::vector<std::string> named_by_setup;

constexpr std::array kinds{
    decision_kind<ThrowChoice, ThrowOptions, ThrowMeaning>(ThrowDecision::kind),
    decision_kind<AgreeChoice, AgreeOptions>(AgreeDecision::kind),
};

constexpr std::array events{
    event_kind<Thrown>("thrown"),
    event_kind<ThrowRefused>("throw_refused"),
};

Json lists() { return {{"roster", Json::array()}, {"house_rules", Json::array()}}; }

}  // namespace

const Ruleset& ruleset() {
    static const TypedRuleset instance(parts_of<DiceBattle, read_setup, read_setup>(words, named_by_setup, kinds, events, lists).without_winner());
    return instance;
}

}  // namespace muster::rules::dice
