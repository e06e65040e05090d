#include "server/card/scenarios.hpp"

#include "protocol/narration/text.hpp"

namespace muster::server {

namespace {

std::string key_of(const std::string& ruleset, const Json& setup) { return ruleset + '\n' + setup.dump(); }

}  // namespace

Scenarios::Scenarios(const rules::Rulesets& rulesets) {
    for (const auto* ruleset : rulesets.newest()) {
        const Json catalog = ruleset->catalog();
        for (const auto& preset : narration::value_at(catalog, "presets"))
            if (const auto setup = ruleset->resolve(narration::value_at(preset, "setup")))
                titles_.emplace(key_of(ruleset->id(), *setup), narration::text_at(preset, "title"));
    }
}

const std::string& Scenarios::title_of(const std::string& ruleset, const Json& setup) const {
    static const std::string none;
    const auto found = titles_.find(key_of(ruleset, setup));
    return found == titles_.end() ? none : found->second;
}

}  // namespace muster::server
