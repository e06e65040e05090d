// theatre under the contract: its legal choices, worked out a second time from the options alone.
#include "rules/theatre/ruleset.hpp"
#include "tests/rules/subjects.hpp"
#include "tests/rules/theatre/options.hpp"
#include "tests/rules/theatre/random_setup.hpp"

namespace muster::test {

static const Subject& theatre_subject() {
    static const Subject subject{.ruleset = &rules::theatre::ruleset(),
                                 .setup = [](Chance& chance) { return random_theatre_setup(chance); },
                                 .first_setup = [](Chance& chance) { return random_theatre_setup(chance, false); },
                                 .legal = theatre::legal,
                                 .readings = theatre::readings,
                                 .draw = theatre::draw,
                                 .reinforced = true,
                                 .battles = 1000,
                                 .signature = 1997686163297523591U,
                                 .policy_signature = 16989786876309494086U,
                                 .later_signature = 3691486400576363993U};
    return subject;
}
static const Registered theatre_registered(&theatre_subject);

}  // namespace muster::test
