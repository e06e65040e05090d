// Questions to witnesses on their way: nobody holds up anybody else's.
#include <doctest/doctest.h>

#include <future>
#include <latch>
#include <mutex>

#include "server/base/limits.hpp"
#include "server/witness/witness_client.hpp"
#include "tests/nudge/receiver.hpp"
#include "tests/support/patience.hpp"

using namespace muster;
using namespace muster::server;
using namespace muster::test;

namespace {

using Answer = std::expected<protocol::WitnessAnswer, Refusal>;

std::string url_of(const Receiver& receiver) { return "http://127.0.0.1:" + std::to_string(receiver.port()); }

/// An answer that says only who asked.
const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{\"share\":\"ab\"}";

protocol::WitnessQuestion of_new_battle(const std::string& signature = {}) {
    return {.start = std::string(64, 'a'), .server_key = std::string(130, 'b'), .after = 0, .signature = signature};
}
protocol::WitnessQuestion of_played_battle(const std::string& start = std::string(64, 'a')) {
    return {.start = start, .server_key = std::string(130, 'b'), .head = protocol::HeadOfStep{1, 1, {}, {}, {}}};
}

/// What came of one question.
Answer asked(WitnessClient& client, const std::string& address, const protocol::WitnessQuestion& question) {
    std::promise<Answer> answered;
    auto coming = answered.get_future();
    client.ask(address, question, [&](Answer got) { answered.set_value(std::move(got)); });
    REQUIRE(coming.wait_for(patience) == std::future_status::ready);
    return coming.get();
}

}  // namespace

TEST_CASE("who asks a witness that answers doesn't wait for all those who ask one that is silent") {
    Receiver silent(false);
    silent.answer("");
    Receiver quick(false);
    quick.answer(answer);
    WitnessClient client({url_of(silent), url_of(quick)});
    std::atomic<int> given_up{0};
    for (std::size_t i = 0; i < 3 * limits::witness_requests_max; ++i) client.ask(url_of(silent), of_played_battle(), [&](const Answer&) { ++given_up; });
    CHECK(asked(client, url_of(quick), of_played_battle()).value().share == "ab");
    CHECK(given_up == 0);
    client.stop();
}

TEST_CASE("a battle that fails with its answer takes nobody's place, and the next are asked for") {
    Receiver witness(false);
    witness.answer(answer);
    WitnessClient client({url_of(witness)});
    for (std::size_t i = 0; i < limits::witness_requests_max; ++i)
        client.ask(url_of(witness), of_played_battle(), [i](const Answer&) {
            if (i % 2 == 0) throw std::runtime_error("a mistake");
            throw i;
        });
    CHECK(asked(client, url_of(witness), of_played_battle()).has_value());
}

TEST_CASE("battles that are played come before those that somebody wants to begin") {
    Receiver witness(false);
    witness.answer(answer);
    WitnessClient client({url_of(witness)});
    std::promise<void> told;
    std::latch all_asked(1);
    client.ask(url_of(witness), of_new_battle(), [&](const Answer&) {
        told.set_value();
        all_asked.wait();
    });
    told.get_future().wait();  // its loop waits, and finds all that follows at once
    witness.next();
    const auto many = limits::witness_requests_max + 5;
    for (std::size_t i = 0; i < many; ++i) client.ask(url_of(witness), of_new_battle(), [](const Answer&) {});
    std::promise<void> played;
    client.ask(url_of(witness), of_played_battle(), [&](const Answer&) { played.set_value(); });
    all_asked.count_down();
    std::size_t before = 0;
    while (!Json::parse(witness.next().body).contains("head")) ++before;
    CHECK(before <= limits::witness_requests_max);
    played.get_future().wait();
}

TEST_CASE("behind battles that are played without end whoever wants to begin one has a place, too") {
    Receiver witness(false);
    witness.answer(answer);
    WitnessClient client({url_of(witness)});
    std::atomic<bool> begun = false;
    std::function<void(const Answer&)> again = [&](const Answer&) {
        if (!begun) client.ask(url_of(witness), of_played_battle(), again);
    };
    for (std::size_t i = 0; i < 2 * limits::witness_requests_max; ++i) client.ask(url_of(witness), of_played_battle(), again);
    CHECK(asked(client, url_of(witness), of_new_battle()).has_value());
    begun = true;
    client.stop();
}

TEST_CASE("what waits for one witness is bounded, and new battles take no place of those that are played") {
    Receiver silent(false);
    silent.answer("");
    WitnessClient client({url_of(silent)});
    for (std::size_t i = 0; i < limits::witness_waiting_max; ++i) client.ask(url_of(silent), of_new_battle(), [](const Answer&) {});
    std::optional<Answer> refused;
    client.ask(url_of(silent), of_new_battle(), [&](Answer got) { refused = std::move(got); });
    REQUIRE(refused);
    CHECK(refused->error().code == Code::server_busy);
    CHECK(refused->error().message.contains("too many questions"));
    std::atomic<bool> turned_away = false;
    client.ask(url_of(silent), of_played_battle(), [&](const Answer&) { turned_away = true; });
    CHECK(!turned_away);
    client.stop();
}

TEST_CASE("who asks when it has stopped is told so") {
    WitnessClient client({"http://127.0.0.1:1"});
    client.stop();
    CHECK(asked(client, "http://127.0.0.1:1", of_played_battle()).error().code == Code::server_busy);
    std::optional<std::size_t> found;
    client.keys([&](const std::vector<protocol::WitnessOption>& keys) { found = keys.size(); });
    CHECK(found == 0);
    client.stop();
}
