// A long battle is read in slices, and a slice holds no more than its reader asked for.
#include <doctest/doctest.h>

#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

namespace {

constexpr auto in_2025 = "2025-06-01T12:00:00.000Z";
constexpr auto in_2026 = "2026-01-01T00:00:00.000Z";

/// 60 steps: of one event, of three, and of none with an answer only; the last ends the battle.
void fill(Store& store) {
    const std::int64_t number = *create(store, header("long"), two_seats(), step(1, "event 1\n"));
    std::int64_t head = 1;
    for (int i = 2; i < 60; ++i) {
        const std::int64_t events = i % 5 == 0 ? 0 : i % 7 == 0 ? 3 : 1;
        const std::string text(static_cast<std::size_t>(i * 37 % 400), 'e');
        REQUIRE(append(store, number,
                       {.first_seq = head + 1, .last_seq = head + events, .events = events > 0 ? text + "\n" : "", .inputs = "in\n", .answers = "ok\n"}));
        head += events;
    }
    REQUIRE(append(store, number, last_step(head + 1, in_2025)));
}

std::size_t bytes_of(const Step& step) { return step.events.size() + step.inputs.size() + step.answers.size(); }

std::vector<Step> slice(Store& store, std::int64_t seq, std::size_t bytes_max) {
    auto steps = store.events_after(1, seq, bytes_max);
    REQUIRE_MESSAGE(steps, steps.error().message);
    std::size_t bytes = 0;
    for (const Step& each : *steps) bytes += bytes_of(each);
    if (steps->size() > 1) REQUIRE(bytes <= bytes_max);
    return std::move(*steps);
}

/// What slices of this size give together is what the battle holds.
void check_slices(Store& store, std::size_t bytes_max) {
    CAPTURE(bytes_max);
    std::vector<Step> expected = load(store, "long").steps;
    std::erase_if(expected, [](const Step& each) { return each.last_seq < each.first_seq; });
    std::vector<Step> found;
    for (std::int64_t seq = 0;; seq = found.back().last_seq) {
        auto next = slice(store, seq, bytes_max);
        if (next.empty()) break;
        std::ranges::move(next, std::back_inserter(found));
    }
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        REQUIRE(found[i].first_seq == expected[i].first_seq);
        REQUIRE(found[i].last_seq == expected[i].last_seq);
        REQUIRE(found[i].events == expected[i].events);
        REQUIRE(found[i].inputs == expected[i].inputs);
        REQUIRE(found[i].answers == expected[i].answers);
    }
}

void check_all_sizes(Store& store) {
    for (const std::size_t bytes_max : {0UZ, 1UZ, 500UZ, 3'000UZ, 1'000'000UZ}) check_slices(store, bytes_max);
}

}  // namespace

CONTRACT("slices of any size join to the whole battle") {
    fill(store);
    check_all_sizes(store);
}

ARCHIVE_CONTRACT("slices of an archived battle do so too, with what was said since") {
    fill(store);
    REQUIRE(*store.archive(in_2026) == 1);
    check_all_sizes(store);
    REQUIRE(append(store, 1, step(load(store, "long").steps.back().last_seq + 1, "said later\n")));
    check_all_sizes(store);
}

CONTRACT("a slice begins with the step that holds the event after the one that is named") {
    create(store, header("b1"), two_seats(), {.first_seq = 1, .last_seq = 4, .events = "1\n2\n3\n4\n"});
    REQUIRE(append(store, 1, step(5, "5\n")));
    const auto from_within = slice(store, 2, 1'000);
    REQUIRE(from_within.size() == 2);
    CHECK(from_within[0].first_seq == 1);
    CHECK(slice(store, 4, 1'000).front().first_seq == 5);
    CHECK(slice(store, 5, 1'000).empty());
}

CONTRACT("of a battle that is not there nothing comes after anything") { CHECK(store.events_after(77, 0, 1'000)->empty()); }

CONTRACT("an outline is the battle without its steps") {
    const std::int64_t number = *create(store, "b1");
    Step sealing = step(2);
    sealing.seal = {{"attacker", 3, "{}"}};
    sealing.keep = {{"", "clock", "one"}};
    sealing.taken = {{"attacker", "Ada"}};
    sealing.status = Status::running;
    sealing.wake_at = 1'000;
    REQUIRE(append(store, number, sealing));
    const auto outline = store.outline("b1");
    REQUIRE(outline);
    REQUIRE(*outline);
    const StoredBattle& battle = **outline;
    CHECK(battle.steps.empty());
    CHECK(battle.number == number);
    CHECK(battle.header.server_seed == header("b1").server_seed);
    CHECK(battle.seats[0].name == "Ada");
    CHECK(battle.sealed == sealing.seal);
    CHECK(battle.kept == sealing.keep);
    CHECK(battle.status == Status::running);
    CHECK(battle.wake_at == 1'000);
    CHECK(!*store.outline("nobody"));
}

}  // namespace muster::storage::tests
