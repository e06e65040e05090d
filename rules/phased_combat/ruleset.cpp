#include "rules/phased_combat/ruleset.hpp"

#include "rules/catalog.hpp"
#include "rules/phased_combat/battle.hpp"
#include "rules/phased_combat/events.hpp"
#include "rules/phased_combat/options.hpp"
#include "rules/phased_combat/presets.hpp"
#include "rules/typed_ruleset.hpp"

namespace muster::rules::phased_combat {

namespace {

// At sea nobody states a class.
constexpr std::array kinds{
    decision_kind<CasualtyChoice, CasualtyOptions, CasualtyMeaning>(CasualtyDecision::kind, Pieces::own, "dies first, as far as the hits may reach it"),
    decision_kind<RetreatChoice, RetreatOptions>(RetreatDecision::kind),
    decision_kind<ClassChoice, ClassOptions>(ClassDecision::kind, Pieces::enemy, "has its class hit first"),
};
constexpr std::size_t kinds_at_sea = 2;

constexpr std::array events{
    event_kind<RoundStarted>("round_started"),       event_kind<PhaseStarted>("phase_started"), event_kind<HitsDealt>("hits_dealt"),
    event_kind<CasualtiesTaken>("casualties_taken"), event_kind<Retreated>("retreated"),
};

const Words land{
    "phased-combat", "Phased combat",
    "Aircraft fire once, then artillery, cavalry and infantry in each round. A unit rolls as many dice as its era; each that shows its combat value "
    "or less is a hit. Both sides roll, name the enemy class to hit first, and remove whole units: each takes exactly as many hits as its era. Hits "
    "that can't kill carry over. After each round the attacker may retreat.",
    land_presets()};

const Words sea{
    "fleet-combat", "Fleet combat",
    "Phased combat at sea: aircraft fire once, then the ships in each round. A ship rolls as many dice as its era; each that shows its combat value "
    "or less is a hit. Both sides roll, then remove whole ships: each takes exactly as many hits as its era. Hits that can't kill carry over. After "
    "each round the attacker may retreat.",
    sea_presets()};

/// Ships, or all others; and aircraft.
std::vector<civilization::RosterEntry> roster(bool fleets) {
    auto out = civilization::Roster::standard().entries();
    std::erase_if(out, [&](const auto& entry) { return entry.unit_class != UnitClass::aircraft && (entry.unit_class == UnitClass::fleet) != fleets; });
    return out;
}

Json house_rules() {
    return Json::array({
        house_rule("air_penalty", "Do a settlement and the Great Wall weaken the attacker's aircraft too?", true, {{"true", "yes"}, {"false", "no"}}),
        house_rule("air_era", "How many dice does an aircraft roll, and how many hits does it take?", "strength",
                   {{"strength", "as many as its strength"}, {"modern", "four, like a modern unit"}}),
        house_rule("air_leftover", "What becomes of hits by aircraft that can't bring down any of the enemy's remaining aircraft?", "kept",
                   {{"kept", "they carry over, and can kill on the ground in the next phase"}, {"lost", "they are lost"}}),
        house_rule("air_alone", "May a side come with aircraft alone?", false, {{"false", "no"}, {"true", "yes; they attack once, but can't hold ground"}}),
    });
}

template <bool fleets>
RulesetParts parts() {
    const auto lists = [] { return Json{{"roster", to_json_value(roster(fleets))}, {"house_rules", house_rules()}}; };
    return parts_of<PhasedBattle, [](const Json& setup) { return read_setup(setup, fleets); }, [](const Json& setup) { return resolve_setup(setup, fleets); }>(
        fleets ? sea : land, seat_names(), std::span(kinds).first(fleets ? kinds_at_sea : kinds.size()), events, lists);
}

}  // namespace

const Ruleset& ruleset() {
    static const TypedRuleset instance(parts<false>());
    return instance;
}

const Ruleset& fleet_ruleset() {
    static const TypedRuleset instance(parts<true>());
    return instance;
}

}  // namespace muster::rules::phased_combat
