#include "protocol/ruleset_description.hpp"

#include "rules/describe/library.hpp"

namespace muster::protocol {

std::vector<RulesetDescription> descriptions_of(const rules::Ruleset& ruleset) {
    namespace describe = rules::describe;
    std::vector<RulesetDescription> out;
    if (const auto* description = describe::description_of(ruleset.id()))
        for (const auto& language : describe::text_languages())
            out.push_back({ruleset.id(), ruleset.version(), language, *description, describe::texts_of(ruleset.id(), language)});
    return out;
}

}  // namespace muster::protocol
