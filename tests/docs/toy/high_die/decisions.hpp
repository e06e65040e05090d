// What is decided: whether a die is rolled once again.
#pragma once
#include "rules/battle.hpp"
#include "rules/random.hpp"

namespace muster::rules::high_die {

struct AgainChoice {
    bool again = false;
    static void fields(auto& visit, auto& self) { list_fields(visit, "again", self.again); }
};

struct AgainOptions {
    int die = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "die", self.die); }
};

struct AgainDecision {
    static constexpr std::string_view kind = "again";
    int die;
    int sides;

    SharedJson options() const { return shared_json(AgainOptions{die}); }
    std::expected<AgainChoice, Refusal> read(JsonView choice) const { return read_fields<AgainChoice>(choice, Code::illegal_choice); }
    AgainChoice write(AgainChoice choice) const { return choice; }
    AgainChoice usual() const { return {}; }
    AgainChoice pick(Policy /*policy*/) const { return {2 * die <= sides}; }
    AgainChoice draw(Random& random) const { return {random.below(2) == 0}; }
};

}  // namespace muster::rules::high_die
