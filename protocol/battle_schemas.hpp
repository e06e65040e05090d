// JSON Schemas of what battles are made of: events, what is asked and what is chosen, by ruleset. Whoever writes a client makes types of them.
#pragma once
#include "rules/battle.hpp"

namespace muster::protocol {

/// {"events": {"chosen": schema, …}, "decisions": {"ready": {"options","choice"}}, "rulesets": {"armies": {"setup","events","decisions"}, …}}:
/// first what is the same under all rules. A decision of whose choices a preview tells more has its "meaning" too. Of a ruleset that is described
/// there is what describes it, "describe".
Json battle_schemas(const rules::Rulesets& rulesets);

/// A ruleset's catalog as it stands in lists, with its id and version.
Json catalog_of(const rules::Ruleset& ruleset);

/// The same with "option_schemas" by kind of decision and "event_schemas" by kind of event, which lists are too long for.
Json whole_catalog_of(const rules::Ruleset& ruleset);

}  // namespace muster::protocol
