// How long a battle waits before it asks its witness again, and what it says of that.
#include "server/battle/witness_patience.hpp"

#include <doctest/doctest.h>

using namespace muster;
using namespace muster::server;
using protocol::AwaitedWitness;
using protocol::WitnessState;

namespace {

const Refusal away{Code::server_busy, "no answer in time"};
const Refusal no{Code::illegal_choice, "another head was signed for this step, and was answered"};

}  // namespace

TEST_CASE("a witness that doesn't answer is asked ever less often, but at least once a minute") {
    WitnessPatience patience;
    CHECK(!patience.awaited());
    auto last = patience.failed(away);
    CHECK(last == limits::witness_first_pause);
    CHECK(patience.awaited() == AwaitedWitness{WitnessState::silent, away.message});
    for (int i = 0; i < 10; ++i) {
        const auto next = patience.failed(away);
        CHECK(next == std::min(2 * last, std::chrono::seconds(limits::witness_pause_max)));
        last = next;
    }
    CHECK(last == limits::witness_pause_max);
}

TEST_CASE("a witness that says no is asked again after a long while only, and what it said stands until then") {
    WitnessPatience patience;
    for (int i = 0; i < 3; ++i) {
        CHECK(patience.failed(no) == limits::witness_refused_pause);
        CHECK(patience.awaited() == AwaitedWitness{WitnessState::refuses, no.message});
    }
}

TEST_CASE("a battle that nobody looks at rests longer than between two questions to a silent witness, and as long as after a no") {
    WitnessPatience patience;
    CHECK(patience.rest() == std::chrono::seconds(0));
    patience.failed(away);
    CHECK(patience.rest() > limits::witness_pause_max);
    patience.failed(no);
    CHECK(patience.rest() == limits::witness_refused_pause);
}

TEST_CASE("what is said follows the last answer, and who goes silent after a no is asked soon") {
    WitnessPatience patience;
    for (int i = 0; i < 5; ++i) patience.failed(away);
    CHECK(patience.failed({Code::bad_message, "this is not the signature of the witness"}) == limits::witness_refused_pause);
    CHECK(patience.awaited()->state == WitnessState::refuses);
    CHECK(patience.failed({Code::rate_limited, "too many questions"}) == limits::witness_first_pause);
    CHECK(patience.awaited()->state == WitnessState::silent);
}
