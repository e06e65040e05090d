// What rulesets say of themselves in one form (Ruleset::catalog()).
#pragma once
#include "rules/json.hpp"

namespace muster::rules {

/// A house rule for the catalog: what it asks, what holds if a setup is silent, and what each of its values means
/// (`values` is an object: the value as a word -> a phrase).
inline Json house_rule(const char* id, const char* question, Json preset, Json values) {
    return {{"id", id}, {"question", question}, {"default", std::move(preset)}, {"values", std::move(values)}};
}

}  // namespace muster::rules
