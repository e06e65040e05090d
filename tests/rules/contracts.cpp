// The contract of tests/rules/contract.hpp over every ruleset, and what only one of them can show.
#include <doctest/doctest.h>

#include "rules/drive.hpp"
#include "rules/systems.hpp"
#include "tests/rules/mutations.hpp"
#include "tests/rules/rapid_chance.hpp"
#include "tests/rules/subjects.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

const Subject& rock_paper_subject() {
    static const Subject subject{
        .ruleset = &rock_paper(),
        .setup = [](Chance& chance) { return Json{{"rounds", chance.between(1, 5)}}; },
        .legal = [](const Ask&) { return std::optional(std::vector<Json>{{{"throw", "rock"}}, {{"throw", "paper"}}, {{"throw", "scissors"}}}); },
        .readings = [](const Ask&, const Json& choice) { return std::vector{choice}; },
        .battles = 300};
    return subject;
}

void keeps_its_promises(const Subject& subject) {
    for (std::uint64_t seed = 0; seed < subject.battles; ++seed) {
        SeededChance chance(seed);
        CAPTURE(seed);
        REQUIRE(broken_promise(subject, chance) == "");
    }
}

}  // namespace

TEST_CASE("every ruleset that is shipped is a subject of these tests") {
    for (const auto* shipped : shipped_rulesets().all()) {
        CAPTURE(shipped->id());
        CHECK(std::ranges::any_of(all_subjects(), [&](const auto* subject) { return subject->ruleset == shipped; }));
    }
}

TEST_CASE("every ruleset keeps the contract") {
    for (const auto* subject : all_subjects()) {
        CAPTURE(subject->ruleset->id());
        keeps_its_promises(*subject);
    }
}

TEST_CASE("rock-paper keeps the contract") { keeps_its_promises(rock_paper_subject()); }

TEST_CASE("every ruleset keeps the contract on setups that rapidcheck makes up") {
    for (const auto* each : all_subjects()) {
        CAPTURE(each->ruleset->id());
        CHECK(rc::check([&] {
            RapidChance setups;
            const Json setup = each->setup(setups);
            SeededChance rest(*rc::gen::arbitrary<std::uint64_t>());
            Subject subject = *each;
            subject.setup = [&](Chance&) { return setup; };
            RC_ASSERT(broken_promise(subject, rest) == "");
        }));
    }
}

namespace {

/// How many of `tries` damaged setups are refused; each of the others must begin.
int refused_setups(const Subject& subject, std::uint64_t tries) {
    int refused = 0;
    for (std::uint64_t seed = 0; seed < tries; ++seed) {
        SeededChance chance(seed);
        Json setup = subject.setup(chance);
        for (int i = chance.between(1, 3); i > 0; --i) setup = mutated(setup, chance);
        CAPTURE(seed);
        const auto battle = subject.ruleset->create(setup);
        if (battle) {
            std::vector<Event> events;
            (*battle)->begin(events);
            continue;
        }
        ++refused;
        REQUIRE(battle.error().code == Code::bad_setup);
        REQUIRE(!battle.error().message.empty());
        REQUIRE(setup.is_object() == battle.error().path.starts_with("/"));
    }
    return refused;
}

}  // namespace

TEST_CASE("a damaged setup is a battle or refused with a path") {
    for (const auto* subject : all_subjects()) {
        CAPTURE(subject->ruleset->id());
        const int refused = refused_setups(*subject, 10'000);
        CHECK(refused > 3'000);
        CHECK(refused < 9'900);
    }
}

TEST_CASE("what is sealed cannot be seen: two different sealed choices leave everybody the same views and no event") {
    const auto battle = rock_paper().create({{"rounds", 2}}).value();
    std::vector<Event> events;
    battle->begin(events);
    const auto seen = [&] {
        std::string out = battle->view(Viewer::spectator()).dump();
        for (Seat seat = 0; seat < 3; ++seat) out += battle->view(Viewer{seat}).dump();
        for (const auto& event : events) out += event.data_for(Viewer::spectator());
        return out;
    };
    const std::string before = seen();
    for (const auto* hand : {"rock", "paper", "scissors"}) {
        CHECK(battle->check(1, Json{{"throw", hand}}));
        CHECK(seen() == before);
    }
}

TEST_CASE("a seat's secret reaches that seat only") {
    const auto battle = rock_paper().create({{"rounds", 1}}).value();
    std::vector<Event> events;
    battle->begin(events);
    battle->apply(Decided{{Json{{"throw", "rock"}}, Json{{"throw", "scissors"}}, Json{{"throw", "scissors"}}}}, events);
    battle->apply(Rolled{0, {2}}, events);
    const auto& scored = events[events.size() - 3];
    REQUIRE(scored.name == "scored");
    CHECK(scored.data_for(Viewer::spectator()) == R"({"round":1,"seat":"red"})");
    CHECK(scored.data_for(Viewer{1}) == R"({"round":1,"seat":"red"})");
    CHECK(scored.data_for(Viewer{0}) == R"({"round":1,"score":2,"seat":"red"})");
}
