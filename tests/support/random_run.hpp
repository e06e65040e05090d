// How many random battles a test program plays, and of which rulesets: a few in every test run, many by `make check-…`.
#pragma once
#include <charconv>
#include <cstdint>
#include <string_view>

namespace muster::test {

struct RandomRun {
    std::uint64_t battles = 0;  ///< of each ruleset
    std::uint64_t first_seed = 0;
    std::string_view only_ruleset{};  ///< empty: all

    /// Takes "--battles=N", "--from=SEED" and "--ruleset=ID" from the command line; what else stands there is doctest's.
    void take_option(std::string_view argument) {
        const auto take = [&](std::string_view name, std::uint64_t& number) {
            if (argument.starts_with(name)) std::from_chars(argument.data() + name.size(), argument.data() + argument.size(), number);
        };
        take("--battles=", battles);
        take("--from=", first_seed);
        constexpr std::string_view ruleset = "--ruleset=";
        if (argument.starts_with(ruleset)) only_ruleset = argument.substr(ruleset.size());
    }
};

}  // namespace muster::test
