// The setup: what dice there are.
#pragma once
#include "rules/fields.hpp"

namespace muster::rules::high_die {

struct Setup {
    int sides = 6;
    static void fields(auto& visit, auto& self) { visit("sides", self.sides, Rule{.optional = true, .min = 2, .max = 20, .about = "of both dice"}); }
};

std::expected<Setup, Refusal> read_setup(const Json& json);

}  // namespace muster::rules::high_die
