// What a program needs to tell and show battles of a ruleset that it was built without: the answer of GET /api/v1/rulesets/{id}/description.
#pragma once
#include <string>
#include <vector>

#include "rules/battle.hpp"
#include "rules/describe/description.hpp"

namespace muster::protocol {

struct DescriptionQuestion {
    std::string language = "en";
    static void fields(auto& visit, auto& self) {
        visit("language", self.language, Rule{.optional = true, .max = 35, .about = "of the texts; English where there are none in it"});
    }
};

struct RulesetDescription {
    std::string id;
    int version = 1;
    std::string language;
    rules::describe::Description describe;
    Json texts;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "id", self.id, "version", self.version);
        visit("language", self.language, Rule{.about = "of the texts"});
        list_fields(visit, "describe", self.describe);
        visit("texts", self.texts, Rule{.about = "by part and name, as ICU messages with arguments, plural and select"});
    }
};

/// In each language that there are texts in, English among them; none: this ruleset is not described.
std::vector<RulesetDescription> descriptions_of(const rules::Ruleset& ruleset);

}  // namespace muster::protocol
