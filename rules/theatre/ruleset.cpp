#include "rules/theatre/ruleset.hpp"

#include "rules/catalog.hpp"
#include "rules/theatre/battle.hpp"
#include "rules/theatre/events.hpp"
#include "rules/theatre/foresight.hpp"
#include "rules/theatre/presets.hpp"
#include "rules/theatre/setup.hpp"
#include "rules/theatre/typed.hpp"
#include "rules/typed_ruleset.hpp"

namespace muster::rules::theatre {

namespace {

const Words words{
    .id = "theatre",
    .title = "Theatre of War",
    .summary =
        "Two to six nations on a map of areas, for a given number of turns: they grow, tax their cities, buy armies and ships, march and sail, fight "
        "for areas by the rules of armies, found cities and suffer calamities. Who has most at the end wins.",
    .presets = presets(),
    .credits =
        "After \"Armies: Military unit rules for Advanced Civilization\", an optional rule published without its author's name, and the turn "
        "of Advanced Civilization; told in our own words.",
};

template <template <typename> typename Shape, template <typename> typename Offer>
constexpr DecisionKind kind(std::string_view name, Pieces pieces = Pieces::none, std::string_view preference = {}) {
    return decision_kind<Shape<Name>, Offer<Name>>(name, pieces, preference);
}

/// In the order of Options.
constexpr std::array kinds{
    kind<Tax, TaxOptions>("tax"),
    kind<Expand, ExpandOptions>("expand"),
    kind<Build, BuildOptions>("build"),
    decision_kind<Move<Name>, MoveOptions<Name>, MoveMeaning>("move"),
    kind<Losses, LossesOptions>("losses", Pieces::own, "goes first"),
    kind<Found, FoundOptions>("found"),
    kind<Support, SupportOptions>("support"),
    kind<Site, SiteOptions>("site"),
    kind<Allot, AllotOptions>("allot"),
    kind<Reduce, ReduceOptions>("reduce"),
    kind<Lose, LoseOptions>("lose"),
    kind<Faction, FactionOptions>("faction"),
    kind<Keep, KeepOptions>("keep"),
};
static_assert(kinds.size() == std::variant_size_v<Options>);

template <typename Data>
constexpr EventKind told() {
    return event_kind<Data>(Data::event);
}

constexpr std::array events{
    told<TurnStarted>(),   told<Taxed>(),         told<Expanded>(),       told<CensusTaken>(), told<Built>(),           told<Moved>(),
    told<Conflict>(),      told<LossesTaken>(),   told<CityAssaulted>(),  told<Pillaged>(),    told<CityFounded>(),     told<SurplusRemoved>(),
    told<CityReduced>(),   told<ArmyDisbanded>(), told<CalamityStruck>(), told<UnitsLost>(),   told<BarbariansMoved>(), told<CivilWarAverted>(),
    told<CivilWarBegan>(), told<Annexed>(),       told<TurnEnded>(),
};

Json lists() {
    return {{"roster", Json::array()},
            {"house_rules", Json::array({house_rule("sealed_movement", "Do nations move at the same time?", false,
                                                    {{"false", "no: one after another, by the census"},
                                                     {"true", "yes, sealed: all without Military at once, then its holders; better for correspondence"}})})}};
}

/// Each battle's setup names its seats.
const std::vector<std::string>& no_seats() {
    static const std::vector<std::string> none;
    return none;
}

}  // namespace

const char* kind_of(const Options& options) { return kinds[options.index()].kind.data(); }

const Ruleset& ruleset() {
    static const TypedRuleset instance(parts_of<TheatreBattle, read_setup, resolve_setup>(words, no_seats(), kinds, events, lists).with_typed_orders(typed()));
    return instance;
}

}  // namespace muster::rules::theatre
