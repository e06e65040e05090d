// dice under the contract, where the throws are written anew from the options alone.
#include "rules/dice/ruleset.hpp"
#include "tests/rules/dice/random_setup.hpp"
#include "tests/rules/subjects.hpp"

namespace muster::test {

namespace {

std::optional<std::vector<Json>> legal(const rules::Ask& ask) {
    if (ask.kind == "throw") return {};  // too many
    return std::vector<Json>{{{"agree", false}}, {{"agree", true}}};
}

Json draw(const rules::Ask& ask, Chance& chance) {
    if (ask.kind == "agree") return {{"agree", !chance.one_in(4)}};
    const auto number = [&](int most) { return std::to_string(chance.between(1, most)); };
    std::string roll = number(9) + " D " + std::to_string(chance.pick(std::vector<int>{2, 6, 6, 10, 20, 97, 100}));
    if (chance.one_in(3)) roll += chance.one_in(2) ? "kh1" : "KL 1";
    if (chance.one_in(3)) roll += (chance.one_in(2) ? "+" : "-") + number(40);
    if (chance.one_in(3)) roll += (chance.one_in(3) ? "<=" : ">=") + number(2);
    if (chance.one_in(4)) roll += ", d%";
    return {{"roll", roll}, {"for", chance.one_in(3) ? "" : " the attack on “Moscow” "}};
}

}  // namespace

static const Subject& dice_subject() {
    static const Subject subject{.ruleset = &rules::dice::ruleset(),
                                 .setup = [](Chance& chance) { return random_dice_setup(chance); },
                                 .first_setup = [](Chance& chance) { return random_dice_setup(chance, false); },
                                 .legal = legal,
                                 .readings = [](const rules::Ask&, const Json& choice) { return std::vector{choice}; },
                                 .draw = draw,
                                 .inputs_max = 200,
                                 .signature = 145276277682386590U,
                                 .policy_signature = 13195500251888573059U,
                                 .later_signature = 16695650877234835317U};
    return subject;
}
static const Registered dice_registered(&dice_subject);

}  // namespace muster::test
