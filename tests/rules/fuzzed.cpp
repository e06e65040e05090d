// What `make fuzz` can reach: a kind of decision that no start of the target `choice` asks for is never fuzzed, and nothing else would tell.
#include <doctest/doctest.h>

#include <set>

#include "tests/fuzz/starts.hpp"

using namespace muster;
using namespace muster::rules;

namespace {

using Kinds = std::set<std::string>;

/// What is asked from this start on while the defaults play, as far as a byte of the input can say.
void add_kinds(const fuzz::Start& start, unsigned seed, Kinds& kinds) {
    auto battle = start.ruleset->create(start.setup);
    REQUIRE_MESSAGE(battle, battle.error().path << ": " << battle.error().message);
    fuzz::SeededDice dice(seed);
    int rolls = 0;
    std::vector<Event> events;
    (*battle)->begin(events);
    roll_on(**battle, dice, rolls, events);
    for (int step = 0; step <= fuzz::most_defaults && !open_asks(**battle).empty(); ++step) {
        for (const auto& ask : open_asks(**battle)) kinds.insert(ask.kind);
        (*battle)->apply(fuzz::defaults(open_asks(**battle)), events);
        roll_on(**battle, dice, rolls, events);
    }
}

}  // namespace

TEST_CASE("every kind of decision of every ruleset is asked where choices are fuzzed") {
    constexpr unsigned seeds = 8;
    for (const auto* ruleset : shipped_rulesets().all()) {
        CAPTURE(ruleset->id());
        Kinds asked;
        for (const auto& start : fuzz::starts())
            for (unsigned seed = 0; start.ruleset == ruleset && seed < seeds; ++seed) add_kinds(start, seed, asked);
        Kinds kinds;
        for (const auto& [kind, schema] : ruleset->catalog().at("choice_schemas").items()) kinds.insert(kind);
        CHECK(asked == kinds);
    }
}
