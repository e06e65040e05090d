// Gathering, repeating, giving up: with a clock that the test moves.
#include <doctest/doctest.h>

#include "server/base/limits.hpp"
#include "server/nudge/queue.hpp"

using namespace muster;
using namespace muster::server;

namespace {

constexpr std::int64_t second = 1000;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t start = 1'795'000'000'000;

NudgeSubscription listener(const std::string& id = "L1", const std::string& url = "https://discord.com/api/webhooks/1/x") {
    NudgeSubscription out;
    out.id = id;
    out.seat = "attacker";
    out.target.format = protocol::NudgeFormat::discord;
    out.target.url = url;
    return out;
}

Turn turn(int number) {
    Turn out;
    out.battle = "battle-" + std::to_string(number);
    out.seat = "attacker";
    out.decision = number;
    return out;
}

/// A queue, a clock, and what would be sent.
struct Desk {
    NudgeQueue queue{[](std::int64_t most) { return most; }};  // no luck: the longest pause
    std::int64_t now = start;
    std::vector<NudgeQueue::Job> jobs{};

    void add(int number, const NudgeSubscription& to = listener(), const std::string& host = "discord.com") { queue.add(now, turn(number), to, host); }
    /// The battles of each message that is due now.
    std::string due() {
        std::string out;
        auto taken = queue.take_due(now);
        if (taken.empty()) return out;  // the last ones are still under way
        jobs = std::move(taken);
        for (const auto& job : jobs) {
            out += out.empty() ? "" : " | ";
            for (const auto& each : job.digest.turns) out += each.battle.substr(7) + " ";
            if (job.digest.more > 0) out += "+" + std::to_string(job.digest.more);
        }
        return out;
    }
    std::vector<NudgeQueue::Lost> end(NudgeOutcome outcome, std::int64_t retry_after_ms = 0) {
        return queue.finished(jobs.at(0).place, outcome, now, retry_after_ms);
    }
    std::int64_t pause() const { return queue.next_due_ms(now).value_or(now) - now; }
};

}  // namespace

TEST_CASE("the first turn is told at once, and those of the next minutes together") {
    Desk desk;
    desk.add(1);
    CHECK(desk.due() == "1 ");
    desk.add(2);  // while the first is under way
    CHECK(desk.due() == "");
    desk.end(NudgeOutcome::taken);
    desk.add(3);
    desk.now += 5 * minute - 1;
    CHECK(desk.due() == "");
    CHECK(desk.pause() == 1);
    desk.add(4);
    desk.now += 1;
    CHECK(desk.due() == "2 3 4 ");
    desk.end(NudgeOutcome::taken);
    desk.now += 5 * minute;
    CHECK(desk.due() == "");
    CHECK(!desk.queue.next_due_ms(desk.now));
    desk.add(5);
    CHECK(desk.due() == "5 ");
    CHECK(desk.queue.counters().sent == 2);
}

TEST_CASE("what waits for a subscription that ended is not told, and what is told to others there is") {
    Desk desk;
    desk.add(1);
    desk.due();
    desk.end(NudgeOutcome::taken);
    desk.add(2);
    desk.add(3);
    desk.queue.drop("battle-2", "L1");
    desk.queue.drop("battle-3", "another");
    desk.now += 5 * minute;
    CHECK(desk.due() == "3 ");
}

TEST_CASE("what was decided meanwhile is not told") {
    Desk desk;
    desk.add(1);
    desk.due();
    desk.add(2);
    desk.add(3);
    desk.end(NudgeOutcome::taken);
    desk.queue.close("battle-2", 2);
    desk.now += 5 * minute;
    CHECK(desk.due() == "3 ");
    desk.queue.close("battle-3", 3);  // on its way; should it fail, it is not repeated
    desk.end(NudgeOutcome::failed);
    desk.now += 60 * minute;
    CHECK(desk.due() == "");
    CHECK(!desk.queue.next_due_ms(desk.now));
}

TEST_CASE("different places, and different secrets of one place, are told separately") {
    Desk desk;
    auto other = listener("L2", "https://discord.com/api/webhooks/2/y");
    auto secret = listener("L3");
    secret.target.secret = "0123456789abcdef";
    desk.add(1);
    desk.add(1, other);
    desk.add(1, secret);
    desk.due();
    CHECK(desk.jobs.size() == 3);
}

TEST_CASE("the same turn told twice to one place is one line; as a reminder it replaces what waits") {
    Desk desk;
    desk.add(1);
    auto again = turn(1);
    again.reminder = true;
    desk.queue.add(desk.now, again, listener(), "discord.com");
    CHECK(desk.due() == "1 ");
    CHECK(desk.jobs.at(0).digest.turns.at(0).reminder);
}

TEST_CASE("a message that failed is repeated with growing pauses, then given up") {
    Desk desk;
    desk.add(1);
    std::string pauses;
    for (int attempt = 1; attempt <= limits::nudge_attempts_max; ++attempt) {
        REQUIRE(desk.due() == "1 ");
        desk.end(NudgeOutcome::failed);
        if (attempt == limits::nudge_attempts_max) break;
        pauses += std::to_string(desk.pause() / second) + " ";
        desk.now += desk.pause() - 1;
        CHECK(desk.due() == "");
        desk.now += 1;
    }
    CHECK(pauses == "15 60 240 960 3840 ");
    CHECK(desk.queue.counters().failed == 1);
    CHECK(desk.queue.counters().retried == 5);
    desk.now += 5 * minute;
    CHECK(desk.due() == "");
}

TEST_CASE("half of a pause is chance") {
    NudgeQueue queue([](std::int64_t) { return 0; });
    queue.add(start, turn(1), listener(), "discord.com");
    const auto jobs = queue.take_due(start);
    queue.finished(jobs.at(0).place, NudgeOutcome::failed, start);
    CHECK(queue.next_due_ms(start) == start + 7'500);
}

TEST_CASE("a receiver may ask for more patience, up to an hour") {
    Desk desk;
    desk.add(1);
    desk.due();
    desk.end(NudgeOutcome::failed, 120 * second);
    CHECK(desk.pause() == 120 * second);
    desk.now += desk.pause();
    desk.due();
    desk.end(NudgeOutcome::failed, 100 * 60 * minute);
    CHECK(desk.pause() == 60 * minute);
}

TEST_CASE("new turns join a message that waits for its next attempt") {
    Desk desk;
    desk.add(1);
    desk.due();
    desk.end(NudgeOutcome::failed);
    desk.add(2);
    desk.now += 15 * second;
    CHECK(desk.due() == "1 2 ");
}

TEST_CASE("a refused message is not repeated") {
    Desk desk;
    desk.add(1);
    desk.due();
    desk.end(NudgeOutcome::refused);
    CHECK(desk.queue.counters().failed == 1);
    desk.now += 5 * minute;
    CHECK(desk.due() == "");
}

TEST_CASE("a place that is gone takes its subscriptions along, each once") {
    Desk desk;
    desk.add(1);
    desk.add(2);
    desk.queue.add(desk.now, turn(1), listener("L2"), "discord.com");
    desk.due();
    desk.add(3);
    const auto lost = desk.end(NudgeOutcome::gone);
    CHECK(lost == std::vector<NudgeQueue::Lost>{{"battle-1", "L1"}, {"battle-2", "L1"}, {"battle-1", "L2"}, {"battle-3", "L1"}});
    CHECK(!desk.queue.next_due_ms(desk.now));
}

TEST_CASE("a crowd of turns is bounded: some listed, some counted, the rest dropped") {
    Desk desk;
    for (int i = 1; i <= 60; ++i) desk.add(i);
    CHECK(desk.queue.counters().waiting == 50);
    CHECK(desk.queue.counters().dropped == 10);
    CHECK(desk.due().ends_with("20 +30"));
}

TEST_CASE("all places and turns together are bounded in bytes, and what was told or decided makes room") {
    Desk desk;
    auto long_turn = turn(1);
    long_turn.title = std::string(400, 't');
    const auto place = [](std::size_t i) { return listener("L", "https://discord.com/" + std::string(900, 'x') + std::to_string(i)); };
    std::size_t places = 0;
    for (; desk.queue.counters().dropped == 0 && places < 100'000; ++places)
        for (long_turn.decision = 1; long_turn.decision <= 50; ++long_turn.decision)
            desk.queue.add(desk.now, long_turn, place(places), "h" + std::to_string(places));
    const auto told = desk.queue.counters().waiting;
    CHECK(told * 450 < static_cast<std::int64_t>(limits::nudge_bytes_max));
    CHECK(told * 1'350 > static_cast<std::int64_t>(limits::nudge_bytes_max));
    CHECK(places < 1'000);
    const auto dropped = desk.queue.counters().dropped;
    desk.queue.close("battle-1", 1);
    desk.add(2, place(0));
    CHECK(desk.queue.counters().dropped == dropped);
    for (int decision = 2; decision <= 50; ++decision) desk.queue.close("battle-1", decision);
    while (desk.queue.counters().waiting > 0 || desk.queue.next_due_ms(desk.now)) {
        for (const auto& job : desk.queue.take_due(desk.now)) desk.queue.finished(job.place, NudgeOutcome::taken, desk.now);
        desk.now += 5 * minute;
    }
    for (std::size_t i = 0; i < places; ++i) desk.add(3, place(i));
    CHECK(desk.queue.counters().dropped == dropped);
}

TEST_CASE("places alone are bounded too") {
    Desk desk;
    for (std::size_t i = 0; i < 20'000; ++i) desk.add(1, listener("L", "https://discord.com/" + std::to_string(i)));
    CHECK(desk.queue.counters().dropped > 0);
    CHECK(desk.queue.counters().waiting > 10'000);
}

TEST_CASE("one slow host does not take all requests") {
    Desk desk;
    for (int i = 1; i <= 10; ++i) desk.add(i, listener("L", "https://slow.example/" + std::to_string(i)), "slow.example");
    desk.add(11, listener("L", "https://quick.example/"), "quick.example");
    desk.due();
    CHECK(desk.jobs.size() == 5);
    CHECK(!desk.queue.next_due_ms(desk.now));  // the others wait for an end, not for a time
    for (int i = 12; i <= 40; ++i) desk.add(i, listener("L", "https://h" + std::to_string(i) + ".example/"), "h" + std::to_string(i));
    CHECK(desk.queue.take_due(desk.now).size() == 11);
    CHECK(desk.queue.take_due(desk.now).empty());
    desk.end(NudgeOutcome::taken);
    CHECK(desk.queue.take_due(desk.now).size() == 1);
}
