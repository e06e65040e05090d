// armies under the contract: its legal choices, worked out a second time from the options alone.
#include "rules/armies/ruleset.hpp"
#include "tests/rules/subjects.hpp"
#include "tests/support/random_setups.hpp"

namespace muster::test {

namespace {

std::optional<std::vector<Json>> legal(const rules::Ask& ask) {
    std::vector<Json> out;
    if (ask.options.at("population") > 0) out.push_back({{"token", "population"}});
    if (ask.options.at("armies") > 0) out.push_back({{"token", "army"}});
    return out;
}

}  // namespace

const Subject& armies_subject() {
    static const Subject subject{.ruleset = &rules::armies::ruleset(),
                                 .setup = random_armies_setup,
                                 .legal = legal,
                                 .readings = [](const rules::Ask&, const Json& choice) { return std::vector{choice}; },
                                 .reinforced = true,
                                 .battles = 5000,
                                 .signature = 4169998552780972972U};
    return subject;
}

}  // namespace muster::test
