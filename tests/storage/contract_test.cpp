// What every store promises.
#include <doctest/doctest.h>

#include <future>

#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

bool is(const Result& result, Failure::Kind kind) { return !result && result.error().kind == kind; }

}  // namespace

TEST_CASE_TEMPLATE("a battle is loaded as it was created", Kind, OnDisk, InMemory) {
    Kind kind;
    const auto number =
        create(kind.store, header("b1"), two_seats(), {.first_seq = 1, .last_seq = 2, .events = "one\ntwo\n", .inputs = "in\n", .answers = "ok\n"});
    REQUIRE(number);

    const StoredBattle battle = load(kind.store, "b1");
    CHECK(battle.number == *number);
    CHECK(battle.header.id == "b1");
    CHECK(battle.header.ruleset == "phased-combat");
    CHECK(battle.header.ruleset_version == 1);
    CHECK(battle.header.title == "The ford at dawn");
    CHECK(battle.header.visibility == "public");
    CHECK(battle.header.setup == R"({"units":[]})");
    CHECK(battle.header.options == R"({"clock":null})");
    CHECK(battle.header.created_at == "2026-11-21T20:49:00.123Z");
    CHECK(battle.header.commitment == std::string(64, 'c'));
    CHECK(battle.header.server_seed == header("b1").server_seed);
    CHECK(battle.status == Status::waiting);
    REQUIRE(battle.seats.size() == 2);
    CHECK(battle.seats[0].seat == "attacker");
    CHECK(battle.seats[0].token_hash == two_seats()[0].token_hash);
    CHECK(!battle.seats[0].taken);
    CHECK(battle.seats[1].seat == "defender");
    REQUIRE(battle.steps.size() == 1);
    CHECK(battle.steps[0].first_seq == 1);
    CHECK(battle.steps[0].last_seq == 2);
    CHECK(battle.steps[0].events == "one\ntwo\n");
    CHECK(battle.steps[0].inputs == "in\n");
    CHECK(battle.steps[0].answers == "ok\n");
}

TEST_CASE_TEMPLATE("what is kept for a battle and its seats is replaced and forgotten by name", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t number = *create(kind.store, "b1");
    REQUIRE(append(kind.store, number,
                   {.first_seq = 2, .last_seq = 1, .keep = {{"", "clock", "one"}, {"attacker", "orders", "[1]"}, {"defender", "orders", "[2]"}}}));
    REQUIRE(append(kind.store, number, {.first_seq = 2, .last_seq = 1, .keep = {{"", "clock", "two"}, {"attacker", "orders", ""}}}));
    CHECK(load(kind.store, "b1").kept == std::vector<Kept>{{"", "clock", "two"}, {"defender", "orders", "[2]"}});
}

TEST_CASE_TEMPLATE("who made a sealed choice is kept with it", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t number = *create(kind.store, "b1");
    REQUIRE(append(kind.store, number, {.first_seq = 2, .last_seq = 1, .seal = {{"attacker", 3, "{}", "timed_out"}}}));
    CHECK(load(kind.store, "b1").sealed == std::vector<Sealed>{{"attacker", 3, "{}", "timed_out"}});
}

TEST_CASE_TEMPLATE("battles that want attention are listed, the soonest first, until they want none", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t late = *create(kind.store, "late");
    const std::int64_t soon = *create(kind.store, "soon");
    create(kind.store, "never");
    REQUIRE(append(kind.store, late, {.first_seq = 2, .last_seq = 1, .wake_at = 2'000}));
    REQUIRE(append(kind.store, soon, {.first_seq = 2, .last_seq = 1, .wake_at = 1'000}));
    REQUIRE(append(kind.store, late, step(2)));  // says nothing of it
    CHECK(kind.store.wakes().value() == std::vector<Wake>{{"soon", 1'000}, {"late", 2'000}});
    CHECK(load(kind.store, "late").wake_at == 2'000);
    REQUIRE(append(kind.store, soon, {.first_seq = 2, .last_seq = 1, .wake_at = 0}));
    CHECK(kind.store.wakes().value() == std::vector<Wake>{{"late", 2'000}});
}

TEST_CASE_TEMPLATE("the server's own state is remembered until it is emptied", Kind, OnDisk, InMemory) {
    Kind kind;
    const auto remember = [&](const std::string& value) {
        std::promise<Result> stored;
        kind.store.remember("alive", value, [&](Result result) { stored.set_value(std::move(result)); });
        return stored.get_future().get();
    };
    CHECK(kind.store.recall("alive").value().empty());
    REQUIRE(remember("12"));
    REQUIRE(remember("34"));
    CHECK(kind.store.recall("alive").value() == "34");
    REQUIRE(remember(""));
    CHECK(kind.store.recall("alive").value().empty());
}

TEST_CASE_TEMPLATE("an unknown id is nothing, not a failure", Kind, OnDisk, InMemory) {
    Kind kind;
    const auto loaded = kind.store.load("nobody");
    REQUIRE(loaded);
    CHECK(!*loaded);
    const auto summary = kind.store.summary("nobody");
    REQUIRE(summary);
    CHECK(!*summary);
}

TEST_CASE_TEMPLATE("steps come back in order, those without events too", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t number = *create(kind.store, "b1");
    REQUIRE(append(kind.store, number, {.first_seq = 2, .last_seq = 4, .events = "2\n3\n4\n"}));
    REQUIRE(append(kind.store, number, {.first_seq = 5, .last_seq = 4, .answers = "sealed\n"}));
    REQUIRE(append(kind.store, number, {.first_seq = 5, .last_seq = 4, .answers = "sealed again\n"}));
    REQUIRE(append(kind.store, number, step(5, "5\n")));

    const auto steps = load(kind.store, "b1").steps;
    REQUIRE(steps.size() == 5);
    CHECK(steps[1].events == "2\n3\n4\n");
    CHECK(steps[2].answers == "sealed\n");
    CHECK(steps[2].first_seq == 5);
    CHECK(steps[2].last_seq == 4);
    CHECK(steps[3].answers == "sealed again\n");
    CHECK(steps[4].events == "5\n");
    CHECK(steps[4].first_seq == 5);
}

TEST_CASE_TEMPLATE("a step that does not follow the head is refused as broken", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t number = *create(kind.store, "b1");
    for (const Step& wrong : {step(1), step(3), Step{.first_seq = 2, .last_seq = 0}, Step{.first_seq = 0, .last_seq = 2}}) {
        const Result result = append(kind.store, number, wrong);
        REQUIRE(is(result, Failure::Kind::broken));
        CHECK(contains(result.error().message, "do not follow the stored head 1"));
    }
    CHECK(load(kind.store, "b1").steps.size() == 1);
    CHECK(append(kind.store, number, step(2)));
}

TEST_CASE_TEMPLATE("a battle begins with event 1", Kind, OnDisk, InMemory) {
    Kind kind;
    CHECK(is(create(kind.store, header("b1"), two_seats(), step(2)), Failure::Kind::broken));
    CHECK(!*kind.store.load("b1"));
}

TEST_CASE_TEMPLATE("a step for a battle that is not there is refused", Kind, OnDisk, InMemory) {
    Kind kind;
    const Result result = append(kind.store, 77, step(1));
    REQUIRE(is(result, Failure::Kind::broken));
    CHECK(contains(result.error().message, "no battle number 77"));
}

TEST_CASE_TEMPLATE("an id is given once", Kind, OnDisk, InMemory) {
    Kind kind;
    REQUIRE(create(kind.store, "b1"));
    CHECK(is(create(kind.store, "b1"), Failure::Kind::broken));
    CHECK(load(kind.store, "b1").steps.size() == 1);
}

TEST_CASE_TEMPLATE("a sealed choice is put, replaced and taken out", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t number = *create(kind.store, "b1");
    const auto seal = [&](std::vector<Sealed> put, std::vector<Sealed> gone) {
        return append(kind.store, number, {.first_seq = 2, .last_seq = 1, .seal = std::move(put), .unseal = std::move(gone)});
    };
    REQUIRE(seal({{"attacker", 3, "a"}, {"defender", 3, "d"}}, {}));
    REQUIRE(seal({{"attacker", 3, "better"}, {"attacker", 4, "next"}}, {}));
    CHECK(load(kind.store, "b1").sealed == std::vector<Sealed>{{"attacker", 3, "better"}, {"attacker", 4, "next"}, {"defender", 3, "d"}});
    REQUIRE(seal({}, {{"attacker", 3, ""}, {"defender", 3, ""}}));
    CHECK(load(kind.store, "b1").sealed == std::vector<Sealed>{{"attacker", 4, "next"}});
}

TEST_CASE_TEMPLATE("seats are taken under a name, and unknown seats refused", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t number = *create(kind.store, "b1");
    Step taking = step(2);
    taking.taken = {{"defender", "Grace"}};
    taking.status = Status::running;
    REQUIRE(append(kind.store, number, taking));
    const StoredBattle battle = load(kind.store, "b1");
    CHECK(battle.status == Status::running);
    CHECK(!battle.seats[0].taken);
    CHECK(battle.seats[1].taken);
    CHECK(battle.seats[1].name == "Grace");

    Step wrong = step(3);
    wrong.taken = {{"referee", "Eve"}};
    CHECK(is(append(kind.store, number, wrong), Failure::Kind::broken));
    CHECK(load(kind.store, "b1").steps.size() == 2);
}

TEST_CASE_TEMPLATE("a step can give a seat another token, and to unknown seats none", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t number = *create(kind.store, "b1");
    const auto before = load(kind.store, "b1").seats;
    Step renewing = step(2);
    renewing.tokens = {{"defender", std::string(32, 'n')}};
    REQUIRE(append(kind.store, number, renewing));
    const auto after = load(kind.store, "b1").seats;
    CHECK(after[0].token_hash == before[0].token_hash);
    CHECK(after[1].token_hash == std::string(32, 'n'));

    Step wrong = step(3);
    wrong.tokens = {{"referee", std::string(32, 'x')}};
    CHECK(is(append(kind.store, number, wrong), Failure::Kind::broken));
}

TEST_CASE_TEMPLATE("a finished battle has an outcome, and its summary shows no token hash", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t number = *create(kind.store, "b1");
    Step last = step(2);
    last.status = Status::over;
    last.outcome = R"({"winner":"attacker"})";
    last.finished_at = "2026-11-21T21:00:00.000Z";
    REQUIRE(append(kind.store, number, last));
    CHECK(load(kind.store, "b1").outcome == last.outcome);

    const auto summary = kind.store.summary("b1");
    REQUIRE(summary);
    REQUIRE(summary->has_value());
    CHECK((*summary)->number == number);
    CHECK((*summary)->status == Status::over);
    CHECK((*summary)->outcome == last.outcome);
    CHECK((*summary)->options == load(kind.store, "b1").header.options);
    CHECK((*summary)->finished_at == last.finished_at);
    CHECK((*summary)->head == 2);
    REQUIRE((*summary)->seats.size() == 2);
    CHECK((*summary)->seats[0].token_hash.empty());
}

TEST_CASE_TEMPLATE("close finishes what waits, then refuses to write but still reads", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t number = *create(kind.store, "b1");
    std::vector<std::future<Result>> results;
    for (std::int64_t seq = 2; seq <= 50; ++seq) results.push_back(append_later(kind.store, number, step(seq)));
    kind.store.close();
    for (auto& each : results) CHECK(each.get());

    CHECK(is(append(kind.store, number, step(51)), Failure::Kind::unavailable));
    CHECK(is(create(kind.store, "b2"), Failure::Kind::unavailable));
    CHECK(load(kind.store, "b1").steps.size() == 50);
    kind.store.close();
}

TEST_CASE_TEMPLATE("what is done is counted", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t number = *create(kind.store, "b1");
    REQUIRE(append(kind.store, number, step(2)));
    REQUIRE(!append(kind.store, number, step(9)));
    CHECK(kind.store.statistics().operations == 2);
    CHECK(kind.store.statistics().failed == 1);
    CHECK(kind.store.statistics().waiting == 0);
}

}  // namespace muster::storage::tests
