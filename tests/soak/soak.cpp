// Random battles of each ruleset from setup to record: nonces, choices, dice with their proof, draws and concessions through
// the fold that the server runs, and each record through the verifier. A few hundred of each in every test run; `make
// check-soak` plays 10,000 of each under the address and undefined-behaviour sanitizers.
//   soak_tests [--battles=N] [--from=SEED] [--ruleset=ID] [doctest's options]
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <string_view>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/random_run.hpp"
#include "tests/support/random_setups.hpp"

using namespace muster;
using namespace muster::test;

namespace {

RandomRun wanted_run{.battles = 300};

/// What a soak has seen, for the summary.
struct Seen {
    std::uint64_t events = 0;
    std::uint64_t inputs = 0;
    std::uint64_t rolls = 0;
    std::uint64_t dice = 0;
    std::size_t record_bytes_max = 0;
};

std::string random_bytes(Chance& chance) {
    std::string seed(32, '\0');
    for (auto& byte : seed) byte = static_cast<char>(chance.below(256));
    return seed;
}

void play_and_verify(const rules::Ruleset& ruleset, std::uint64_t number, Seen& seen) {
    SeededChance chance(number);
    const Start start{&ruleset, random_setup_of(ruleset.id(), chance), chance.one_in(4), "Soak", random_bytes(chance)};
    const Game game = random_game(start, chance, {.talk = true, .concede_one_in = 400, .draw_one_in = 150});
    const auto text = game.record();
    const auto record = protocol::read_record(text);
    REQUIRE_MESSAGE(record, record.error().path << ": " << record.error().message);
    const auto verdict = protocol::verify(*record, rules::shipped_rulesets());
    REQUIRE_MESSAGE(verdict.holds, verdict.path << ": " << verdict.message);
    seen.events += game.events.size();
    seen.inputs += game.inputs.size();
    seen.rolls += static_cast<std::uint64_t>(verdict.rolls);
    seen.dice += static_cast<std::uint64_t>(verdict.dice);
    seen.record_bytes_max = std::max(seen.record_bytes_max, text.size());
}

}  // namespace

TEST_CASE("random battles of every ruleset end, and their records hold") {
    if (!wanted_run.only_ruleset.empty()) REQUIRE(rules::shipped_rulesets().find(wanted_run.only_ruleset));
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        if (!wanted_run.only_ruleset.empty() && ruleset->id() != wanted_run.only_ruleset) continue;
        CAPTURE(ruleset->id());
        Seen seen;
        for (std::uint64_t number = wanted_run.first_seed; number < wanted_run.first_seed + wanted_run.battles; ++number) {
            CAPTURE(number);
            play_and_verify(*ruleset, number, seen);
        }
        MESSAGE(ruleset->id() << ": " << wanted_run.battles << " battles, " << seen.inputs << " inputs, " << seen.events << " events, " << seen.rolls
                              << " rolls, " << seen.dice << " dice, longest record " << seen.record_bytes_max << " bytes; every record holds");
    }
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) wanted_run.take_option(argv[i]);
    return doctest::Context(argc, argv).run();
}
