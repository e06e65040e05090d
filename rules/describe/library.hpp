// The descriptions and texts of the rulesets that are in this program.
#pragma once
#include "rules/describe/description.hpp"
#include "rules/json.hpp"

namespace muster::rules::describe {

/// With all that it uses. Null: there is none of this ruleset.
const Description* description_of(std::string_view ruleset);

/// The languages that there are texts in, by their codes; English among them.
const std::vector<std::string>& text_languages();

/// All that is said of a ruleset, by part, with what it uses; in English what the language lacks. Empty: there is no such ruleset.
const Json& texts_of(std::string_view ruleset, std::string_view language);

}  // namespace muster::rules::describe
