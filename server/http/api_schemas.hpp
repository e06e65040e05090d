// The schemas that the OpenAPI document refers to.
#pragma once
#include "rules/battle.hpp"

namespace muster::server {

Json schema_reference(const std::string& name);

/// By name: what is told and posted, and for each ruleset "ID.setup", "ID.KIND.options", "ID.KIND.choice" and "ID.event.NAME". What a value is
/// depends on the ruleset and on a name beside it: there `anyOf` lists all that it may be, each with its name.
Json api_schemas(const rules::Rulesets& rulesets);

/// Of `schemas` those that `document` refers to, and those that these refer to.
Json referred_to(const Json& document, const Json& schemas);

}  // namespace muster::server
