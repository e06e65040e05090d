// Which scenario of its ruleset a battle is: setups say it by what they hold, not by name.
#pragma once
#include <map>
#include <string>

#include "rules/battle.hpp"

namespace muster::server {

class Scenarios {
public:
    /// Resolves all that the rulesets ship, which takes some milliseconds.
    explicit Scenarios(const rules::Rulesets& rulesets);

    /// Its title; empty: it is a setup of somebody's own. `setup` as a battle has it, in full.
    const std::string& title_of(const std::string& ruleset, const Json& setup) const;

private:
    std::map<std::string, std::string> titles_{};  ///< by ruleset and setup
};

}  // namespace muster::server
