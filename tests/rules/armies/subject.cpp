// armies under the contract: its legal choices, worked out a second time from the options alone.
#include "rules/armies/ruleset.hpp"
#include "tests/rules/armies/random_setup.hpp"
#include "tests/rules/subjects.hpp"

namespace muster::test {

namespace {

std::optional<std::vector<Json>> legal(const rules::Ask& ask) {
    std::vector<Json> out;
    if (ask.options.at("population") > 0) out.push_back({{"token", "population"}});
    if (ask.options.at("armies") > 0) out.push_back({{"token", "army"}});
    return out;
}

Json draw(const rules::Ask& ask, Chance& chance) { return chance.pick(*legal(ask)); }

}  // namespace

static const Subject& armies_subject() {
    static const Subject subject{.ruleset = &rules::armies::ruleset(),
                                 .setup = [](Chance& chance) { return random_armies_setup(chance); },
                                 .first_setup = [](Chance& chance) { return random_armies_setup(chance, false); },
                                 .legal = legal,
                                 .readings = [](const rules::Ask&, const Json& choice) { return std::vector{choice}; },
                                 .draw = draw,
                                 .reinforced = true,
                                 .battles = 5000,
                                 .signature = 3601636603775677163U,
                                 .policy_signature = 13097284162231196337U,
                                 .later_signature = 12369417647834224107U};
    return subject;
}
static const Registered armies_registered(&armies_subject);

}  // namespace muster::test
