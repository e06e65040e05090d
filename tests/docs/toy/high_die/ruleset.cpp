#include "rules/high_die/ruleset.hpp"

#include "rules/high_die/battle.hpp"
#include "rules/high_die/presets.hpp"

namespace muster::rules::high_die {

namespace {

const Words words{
    .id = "high-die", .title = "High die", .summary = "A die each, rolled again at will, a charm and pieces; the higher sum wins.", .presets = presets()};

constexpr std::array kinds{decision_kind<AgainChoice, AgainOptions>(AgainDecision::kind), decision_kind<CharmChoice, CharmOptions>(CharmDecision::kind),
                           decision_kind<LayChoice, LayOptions>(LayDecision::kind), decision_kind<SwearChoice, SwearOptions>(SwearDecision::kind)};
constexpr std::array events{event_kind<DieShown>("shown"), event_kind<PiecesLaid>("laid"), event_kind<OathSworn>("sworn")};

Json lists() { return {{"roster", Json::array()}, {"house_rules", Json::array()}}; }

}  // namespace

const Ruleset& ruleset() {
    static const TypedRuleset instance(parts_of<HighDieBattle, read_setup, read_setup>(words, seat_names(), kinds, events, lists));
    return instance;
}

}  // namespace muster::rules::high_die
