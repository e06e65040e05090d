// The setup: who sits at the table, and whether the others are asked before a throw.
#pragma once
#include <string>
#include <vector>

#include "rules/fields.hpp"
#include "rules/seat.hpp"

namespace muster::rules::dice {

inline constexpr int throws_max = 10'000;

struct Setup {
    std::vector<std::string> seats;
    bool ask_first = false;
    int throws = throws_max;
    static void fields(auto& visit, auto& self) {
        visit("seats", self.seats,
              Rule{.min = 1,
                   .max = static_cast<std::int64_t>(seats_max),
                   .each_min = 1,
                   .each_max = 20,
                   .about = "names of the seats: small letters, digits and _, each once"});
        visit("ask_first", self.ask_first, Rule{.optional = true, .about = "the others must say yes before a throw is rolled"});
        visit("throws", self.throws, Rule{.optional = true, .min = 1, .max = throws_max, .about = "after so many the table is closed"});
    }
};

/// Reads a setup strictly: bad_setup with the path of what is wrong.
std::expected<Setup, Refusal> read_setup(const Json& json);

}  // namespace muster::rules::dice
