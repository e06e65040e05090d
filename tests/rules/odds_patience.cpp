// Work on odds may be as large as a setup can make it, and stops when it is told to: counted in steps, not in seconds.
#include <doctest/doctest.h>

#include "rules/drive.hpp"
#include "rules/odds/solve.hpp"
#include "rules/systems.hpp"
#include "tests/support/large_setups.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

/// Says no at the nth time, and knows how often it was asked.
struct Limit {
    int times = 0;
    int asked = 0;
    Patience patience() {
        return Patience([this] { return ++asked < times; });
    }
};

std::unique_ptr<OddsModel> model_of(const LargeSetup& large, Policy policy) {
    auto battle = shipped_rulesets().find(large.ruleset)->create(large.setup);
    REQUIRE_MESSAGE(battle, battle.error().path << ": " << battle.error().message);
    std::vector<Event> events;
    (*battle)->begin(events);
    REQUIRE(!outcome_of(**battle));
    return (*battle)->odds(policy);
}

}  // namespace

TEST_CASE("patience is asked before the first step and then now and then, and a no is for good") {
    int asked = 0;
    Patience patience([&] { return ++asked < 3; });
    CHECK(patience.spend(1));
    CHECK(asked == 1);
    for (int i = 1; i < Patience::asked_every; ++i) CHECK(patience.spend(1));
    CHECK(asked == 1);
    CHECK(patience.spend(1));
    CHECK(asked == 2);
    CHECK(!patience.spend(Patience::asked_every));
    CHECK(patience.ran_out());
    CHECK(!patience.spend(10 * Patience::asked_every));
    CHECK(asked == 3);
}

TEST_CASE("a simulated battle of any size stops wherever its patience runs out") {
    for (const auto& large : large_setups())
        for (const auto policy : {Policy::best, Policy::listed})
            for (const int times : {1, 2, 10}) {
                CAPTURE(large.ruleset);
                CAPTURE(large.about);
                const auto model = model_of(large, policy);
                Limit limit{times};
                auto patience = limit.patience();
                Random random(1);
                const auto ending = model->play(random, patience);
                CHECK(ending.has_value() == !patience.ran_out());
                CHECK(limit.asked <= times);
                if (!ending) CHECK(limit.asked == times);  // not once more after the no
                if (times == 1) CHECK(!ending);
            }
}

TEST_CASE("the exact solver stops wherever its patience runs out, in the midst of a situation too") {
    for (const auto& large : large_setups())
        for (const auto policy : {Policy::best, Policy::listed}) {
            const auto model = model_of(large, policy);
            if (!model->exact()) continue;
            CAPTURE(large.about);
            for (const int times : {1, 2, 10}) {
                Limit limit{times};
                auto patience = limit.patience();
                const auto solved = solve(*model, 1'000'000, 1'000'000, patience);
                CHECK(solved.has_value() == !patience.ran_out());
                CHECK(limit.asked <= times);
                if (!solved) CHECK(limit.asked == times);
                if (times == 1) CHECK(!solved);
            }
        }
}

TEST_CASE("a model from which patience was taken gives what it would have given") {
    for (const auto& large : large_setups()) {
        if (large.ruleset != "armies" && large.ruleset != "phased-combat") continue;
        const auto model = model_of(large, Policy::best);
        Limit limit{2};
        auto little = limit.patience();
        auto all = Patience::endless();
        Random before(7);
        model->play(before, little);
        Random random(7);
        Random same(7);
        CHECK(model->play(random, all) == model_of(large, Policy::best)->play(same, all));
    }
}

TEST_CASE("situations that wait count as well as those that were looked at") {
    const auto battle = shipped_rulesets()
                            .find("advanced-combat")
                            ->create(parse_json(R"({"attacker":{"army":[{"unit":"swordsmen","count":20}]},
        "defender":{"army":[{"unit":"swordsmen","count":20}]}})")
                                         .value());
    std::vector<Event> events;
    (*battle)->begin(events);
    auto patience = Patience::endless();
    const auto all = solve(*(*battle)->odds(Policy::best), 1'000'000, 1'000'000, patience);
    REQUIRE(all);
    CHECK(solve(*(*battle)->odds(Policy::best), all->situations, 1'000'000, patience));
    CHECK(!solve(*(*battle)->odds(Policy::best), all->situations - 1, 1'000'000, patience));
    // The first of them alone leads to many others.
    CHECK(!solve(*(*battle)->odds(Policy::best), 20, 1'000'000, patience));
}
