#include "rules/advanced_combat/ruleset.hpp"

#include "rules/advanced_combat/battle.hpp"
#include "rules/advanced_combat/events.hpp"
#include "rules/advanced_combat/options.hpp"
#include "rules/advanced_combat/presets.hpp"
#include "rules/catalog.hpp"
#include "rules/typed_ruleset.hpp"

namespace muster::rules::advanced_combat {

namespace {

const Words words{
    .id = "advanced-combat",
    .title = "Advanced combat",
    .summary =
        "Both sides send forward waves of equal size; the larger army chooses its wave again each phase. Every unit rolls a die, multiplied by its "
        "era; modifiers, scientific lead, matchups (cavalry beats infantry, infantry beats artillery, artillery beats cavalry), aircraft and a "
        "settlement's defences change the total. The totals are the damage: whole units absorb it, the oldest first, until one side is gone.",
    .presets = presets(),
    .credits = "After \"Sid Meier's Civilization: Advanced Combat Rules Variant\" v1.4 by Jeremy Kraybill, CC BY-SA 1.0; told in our own words.",
    .licence = "http://creativecommons.org/licenses/by-sa/1.0/",
};

Json house_rules() {
    return Json::array({
        house_rule("science_rounding", "How is the bonus for a scientific lead rounded?", "total",
                   {{"total", "units x lead, halved, rounded down"}, {"pair", "units x (half the lead, rounded down)"}}),
        house_rule("cia", "Which pieces of a class count for matchups?", "best",
                   {{"best", "the newest"},
                    {"worst", "the oldest"},
                    {"same_era", "each piece only against its own era"},
                    {"oldest_era", "any, but each counts the era of the oldest"}}),
        house_rule("standoff", "What if neither side can ever kill anything?", "repulse",
                   {{"repulse", "the attacker is repulsed and both keep their units"},
                    {"free_withdrawal", "the attacker withdraws freely and both keep their units"}}),
        house_rule(
            "air_loss", "Which aircraft are lost?", "paired",
            {{"paired", "an aircraft dies with the unit it supports"}, {"per_unit", "each unit lost from the supported class takes an aircraft with it"}}),
        house_rule("withdraw", "May the attacker withdraw between phases?", false, {{"false", "no"}, {"true", "yes, but it loses the battle"}}),
        house_rule("support_first", "When does the smaller army declare its air support?", false,
                   {{"false", "once the larger one has chosen its wave"}, {"true", "before the larger one chooses its wave"}}),
        house_rule("air_defends", "Do the defender's aircraft count among a settlement's defenders?", false,
                   {{"false", "no"}, {"true", "yes, each like a unit"}}),
    });
}

constexpr std::array kinds{
    decision_kind<WaveChoice, WaveOptions, WaveMeaning>(WaveDecision::kind, Pieces::own, "steps forward first"),
    decision_kind<AirChoice, AirOptions, AirMeaning>(SupportDecision::kind, Pieces::own, "gets the strongest aircraft beside it"),
    decision_kind<CasualtyChoice, CasualtyOptions, CasualtyMeaning>(CasualtyDecision::kind, Pieces::own, "dies first, among units of one era"),
    decision_kind<WithdrawChoice, NoOptions>(WithdrawDecision::kind),
};

constexpr std::array events{
    event_kind<PhaseStarted>("phase_started"), event_kind<WaveFormed>("wave_formed"),           event_kind<AirSupportDeclared>("air_support_declared"),
    event_kind<Totalled>("totalled"),          event_kind<CasualtiesTaken>("casualties_taken"),
};

Json lists() { return {{"roster", to_json_value(civilization::Roster::standard().entries())}, {"house_rules", house_rules()}}; }

}  // namespace

const Ruleset& ruleset() {
    static const TypedRuleset instance(parts_of<AdvancedBattle, read_setup, resolve_setup>(words, seat_names(), kinds, events, lists));
    return instance;
}

}  // namespace muster::rules::advanced_combat
