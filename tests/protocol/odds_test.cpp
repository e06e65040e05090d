// Odds within their limits.
#include "protocol/odds.hpp"

#include <doctest/doctest.h>

#include "rules/systems.hpp"
#include "tests/support/endless_model.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;
using namespace std::chrono_literals;

namespace {

/// Limits that only `stop` ends.
OddsLimits patient(const std::stop_source& stop, int threads) {
    OddsLimits limits;
    limits.exact_max = std::chrono::hours(24);
    limits.simulate_max = std::chrono::hours(24);
    limits.threads = threads;
    limits.stop = [stop = stop.get_token()] { return stop.stop_requested(); };
    return limits;
}

std::unique_ptr<rules::OddsModel> swordsmen(int attackers, int defenders) {
    const auto army = [](int count) { return Json{{"army", {{{"unit", "swordsmen"}, {"count", count}}}}}; };
    const auto battle = rules::shipped_rulesets().find("advanced-combat")->create({{"attacker", army(attackers)}, {"defender", army(defenders)}}).value();
    std::vector<rules::Event> events;
    battle->begin(events);
    return battle->odds(rules::Policy::best);
}

}  // namespace

TEST_CASE("who is told to stop does nothing more than up to the next look, exact or simulated, in the midst of the first run") {
    constexpr std::int64_t told_at = 100'000;
    for (const bool exact : {true, false}) {
        std::stop_source stop;
        const auto seen = std::make_shared<EndlessModel::Seen>();
        seen->at_step = [&](std::int64_t step) {
            if (step == told_at) stop.request_stop();
        };
        EndlessModel model(seen, exact);
        CHECK(!find_odds(model, patient(stop, 1)));
        CHECK(seen->steps >= told_at);
        CHECK(seen->steps <= told_at + rules::Patience::asked_every);
    }
}

TEST_CASE("who was told to stop before does nothing at all, on any number of threads") {
    std::stop_source stop;
    stop.request_stop();
    const auto seen = std::make_shared<EndlessModel::Seen>();
    EndlessModel model(seen, true);
    CHECK(!find_odds(model, patient(stop, 4)));
    CHECK(!exact_odds(*swordsmen(5, 5), patient(stop, 1)));
    CHECK(!simulated_odds(*swordsmen(5, 5), patient(stop, 3)));
    CHECK(seen->steps == 0);
}

TEST_CASE("without time there are no odds, and a battle that takes too long has none") {
    OddsLimits none;
    none.exact_max = -1ms;
    none.simulate_max = 0ms;
    CHECK(!find_odds(*swordsmen(5, 5), none));
    OddsLimits little;
    little.exact_max = 5ms;
    little.simulate_max = 5ms;
    EndlessModel model(std::make_shared<EndlessModel::Seen>(), true);
    CHECK(!find_odds(model, little));
}

TEST_CASE("so many runs give the same chances on any number of threads, and less than a chunk of them is not rounded up") {
    std::stop_source never;
    for (const std::int64_t runs : {1, 63, 64, 1000}) {
        auto limits = patient(never, 1);
        limits.runs_max = runs;
        const auto alone = simulated_odds(*swordsmen(6, 5), limits);
        limits.threads = 3;
        const auto together = simulated_odds(*swordsmen(6, 5), limits);
        CHECK(alone.value().runs == runs);
        CHECK(together.value().runs == runs);
        CHECK(alone->chances == together->chances);
    }
}

TEST_CASE("with more different endings than are allowed there are no exact odds, and simulated ones end at once") {
    std::stop_source never;
    for (const int threads : {1, 3}) {
        auto limits = patient(never, threads);
        limits.endings_max = 6;
        CHECK(!exact_odds(*swordsmen(6, 5), limits));
        const auto simulated = find_odds(*swordsmen(6, 5), limits);
        REQUIRE(simulated);
        CHECK(simulated->chances.size() <= limits.endings_max * static_cast<std::size_t>(threads));  // each thread has its own
        CHECK(simulated->runs < 1'000);
    }
}

TEST_CASE("of very many endings the text lists the likeliest, and says the chances of all") {
    Odds odds;
    constexpr int endings = 4'000;
    for (int i = 0; i < endings; ++i) odds.chances[{i % 2, "eliminated", {i, endings - i}}] = (i + 1) * 2.0 / (static_cast<double>(endings) * (endings + 1));
    const auto told = Json::parse(odds_text(odds, {"attacker", "defender"}, rules::Policy::best));
    REQUIRE(told["survivors"].size() == odds_listed_max);
    CHECK(told["survivors"][0]["attacker"] == endings - 1);
    CHECK(told["attacker"].get<double>() + told["defender"].get<double>() == doctest::Approx(1));
}
