#include "rules/systems.hpp"

#include "rules/advanced_combat/ruleset.hpp"
#include "rules/armies/ruleset.hpp"
#include "rules/phased_combat/ruleset.hpp"
#include "rules/simple_combat/ruleset.hpp"

namespace muster::rules {

const Rulesets& shipped_rulesets() {
    static const Rulesets all(
        {&advanced_combat::ruleset(), &phased_combat::ruleset(), &phased_combat::fleet_ruleset(), &armies::ruleset(), &simple_combat::ruleset()});
    return all;
}

}  // namespace muster::rules
