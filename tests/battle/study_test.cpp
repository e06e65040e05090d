// Odds and verdicts on threads of their own: what becomes of questions that take too long, and of those that are open when the server goes down.
#include <doctest/doctest.h>

#include <future>

#include "rules/systems.hpp"
#include "server/base/refusals.hpp"
#include "server/study/odds_service.hpp"
#include "server/study/verify_service.hpp"
#include "tests/support/endless_model.hpp"

using namespace muster;
using namespace muster::test;
using server::OddsService;

namespace {

using Answer = std::expected<std::string, Refusal>;

/// A question whose work ends only when it is told to, and the promise that somebody is at it.
struct Hard {
    std::shared_ptr<std::promise<void>> begun = std::make_shared<std::promise<void>>();
    OddsService::Question question{.key = "hard", .seats = {"attacker", "defender"}, .prepare = {}};

    void wait_for_work() { begun->get_future().wait(); }
};

Hard hard_model(bool exact) {
    Hard out;
    const auto seen = std::make_shared<EndlessModel::Seen>();
    seen->at_step = [begun = out.begun](std::int64_t step) {
        if (step == 1) begun->set_value();
    };
    out.question.prepare = [seen, exact](rules::Patience&) -> std::expected<OddsService::Subject, Refusal> {
        return std::make_shared<EndlessModel>(seen, exact);
    };
    return out;
}

Hard hard_to_prepare() {
    Hard out;
    out.question.prepare = [begun = out.begun](rules::Patience& patience) -> std::expected<OddsService::Subject, Refusal> {
        for (bool first = true; patience.spend(1); first = false)
            if (first) begun->set_value();
        return rules::Ending{};
    };
    return out;
}

template <typename Answered>
std::string why_not(const Answered& answered) {
    return answered ? "answered" : answered.error().message;
}

std::future<Answer> ask(OddsService& odds, OddsService::Question question) {
    auto answer = std::make_shared<std::promise<Answer>>();
    odds.ask(std::move(question), [answer](Answer found) { answer->set_value(std::move(found)); });
    return answer->get_future();
}

}  // namespace

TEST_CASE("a server that goes down ends the odds that it works on, and tells whoever asked") {
    for (int kind = 0; kind < 3; ++kind) {
        CAPTURE(kind);
        server::DurationHistogram durations;
        OddsService odds(1, durations);
        Hard hard = kind == 0 ? hard_model(true) : kind == 1 ? hard_model(false) : hard_to_prepare();
        auto answer = ask(odds, hard.question);
        hard.wait_for_work();
        Hard waiting = hard_model(true);
        waiting.question.key = "waits behind it";
        auto never_begun = ask(odds, waiting.question);
        odds.stop();
        auto too_late = ask(odds, waiting.question);
        for (auto* told : {&answer, &never_begun, &too_late}) CHECK(why_not(told->get()) == server::going_down().message);
    }
}

TEST_CASE("a server that goes down checks no record any more, and tells whoever asked at once, whatever the check under way does") {
    using Verdict = std::expected<protocol::Verdict, Refusal>;
    server::VerifyService checks(rules::shipped_rulesets());
    std::promise<void> begun, release;
    checks.verify("no record", [&begun, released = release.get_future().share()](const auto&) {
        begun.set_value();
        released.wait();  // the thread is busy
    });
    begun.get_future().wait();
    const auto ask = [&] {
        auto verdict = std::make_shared<std::promise<Verdict>>();
        checks.verify("{}", [verdict](Verdict found) { verdict->set_value(std::move(found)); });
        return verdict->get_future();
    };
    auto waiting = ask();
    checks.stop();
    auto too_late = ask();
    for (auto* told : {&waiting, &too_late}) {
        REQUIRE(told->wait_for(std::chrono::seconds(0)) == std::future_status::ready);
        CHECK(why_not(told->get()) == server::going_down().message);
    }
    release.set_value();
}

TEST_CASE("a question without an answer in its time is refused with a sentence") {
    server::DurationHistogram durations;
    OddsService odds(2, durations);
    auto model = ask(odds, hard_model(false).question);
    auto past = hard_to_prepare().question;
    past.key = "past";
    auto prepared = ask(odds, past);
    const auto unplayable = model.get().error();
    CHECK(unplayable.code == Code::too_large);
    CHECK(unplayable.message == "this battle is too large: not one like it can be simulated within 1 s");
    const auto unreachable = prepared.get().error();
    CHECK(unreachable.code == Code::too_large);
    CHECK(unreachable.message == "to get to where this battle stood takes longer than 1 s");
}
