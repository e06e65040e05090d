// What every store promises.
#include <doctest/doctest.h>

#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

namespace {

bool is(const Result& result, Failure::Kind kind) { return !result && result.error().kind == kind; }

}  // namespace

CONTRACT("by which keys battles are signed that are not over is told, each once") {
    CHECK(store.keys_of_unfinished().value().empty());
    const auto signed_by = [&](const char* id, const std::string& key) {
        auto made = header(id);
        made.server_key = key;
        const auto number = create(store, made, two_seats(), {.first_seq = 1, .last_seq = 2, .events = "one\ntwo\n"});
        REQUIRE(number);
        return *number;
    };
    const std::string key("k\0y", 3);
    for (const auto* id : {"b1", "b2"}) signed_by(id, key);
    signed_by("of the time before", "");
    REQUIRE(append(store, signed_by("over", "another"), {.first_seq = 3, .last_seq = 3, .events = "end\n", .status = Status::over}));
    CHECK(store.keys_of_unfinished().value() == std::vector{key});
}

CONTRACT("a battle is loaded as it was created") {
    const auto number = create(store, header("b1"), two_seats(), {.first_seq = 1, .last_seq = 2, .events = "one\ntwo\n", .inputs = "in\n", .answers = "ok\n"});
    REQUIRE(number);

    const StoredBattle battle = load(store, "b1");
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

CONTRACT("what is kept for a battle and its seats is replaced and forgotten by name") {
    const std::int64_t number = *create(store, "b1");
    REQUIRE(
        append(store, number, {.first_seq = 2, .last_seq = 1, .keep = {{"", "clock", "one"}, {"attacker", "orders", "[1]"}, {"defender", "orders", "[2]"}}}));
    REQUIRE(append(store, number, {.first_seq = 2, .last_seq = 1, .keep = {{"", "clock", "two"}, {"attacker", "orders", ""}}}));
    CHECK(load(store, "b1").kept == std::vector<Kept>{{"", "clock", "two"}, {"defender", "orders", "[2]"}});
}

CONTRACT("who made a sealed choice is kept with it") {
    const std::int64_t number = *create(store, "b1");
    REQUIRE(append(store, number, {.first_seq = 2, .last_seq = 1, .seal = {{"attacker", 3, "{}", "timed_out"}}}));
    CHECK(load(store, "b1").sealed == std::vector<Sealed>{{"attacker", 3, "{}", "timed_out"}});
}

CONTRACT("battles that want attention are listed, the soonest first, until they want none") {
    const std::int64_t late = *create(store, "late");
    const std::int64_t soon = *create(store, "soon");
    create(store, "never");
    REQUIRE(append(store, late, {.first_seq = 2, .last_seq = 1, .wake_at = 2'000}));
    REQUIRE(append(store, soon, {.first_seq = 2, .last_seq = 1, .wake_at = 1'000}));
    REQUIRE(append(store, late, step(2)));  // says nothing of it
    CHECK(store.wakes(10).value() == std::vector<Wake>{{"soon", 1'000}, {"late", 2'000}});
    CHECK(store.wakes(1).value() == std::vector<Wake>{{"soon", 1'000}});
    const std::int64_t also = *create(store, "also late");
    REQUIRE(append(store, also, {.first_seq = 2, .last_seq = 1, .wake_at = 2'000}));
    CHECK(store.wakes(10, {"soon", 1'000}).value() == std::vector<Wake>{{"also late", 2'000}, {"late", 2'000}});
    CHECK(store.wakes(10, {"also late", 2'000}).value() == std::vector<Wake>{{"late", 2'000}});
    auto last = last_step(2, "2026-01-01T00:00:00Z");
    last.wake_at = 1;  // as an older server may have left it
    REQUIRE(append(store, also, last));
    CHECK(load(store, "late").wake_at == 2'000);
    REQUIRE(append(store, soon, {.first_seq = 2, .last_seq = 1, .wake_at = 0}));
    CHECK(store.wakes(10).value() == std::vector<Wake>{{"late", 2'000}});
}

CONTRACT("the server's own state is remembered until it is emptied") {
    CHECK(store.recall("alive").value().empty());
    REQUIRE(remember(store, "alive", "12"));
    REQUIRE(remember(store, "alive", "34"));
    CHECK(store.recall("alive").value() == "34");
    REQUIRE(remember(store, "alive", ""));
    CHECK(store.recall("alive").value().empty());
}

CONTRACT("what is remembered instead of something else takes the place of that alone") {
    const auto instead = [&](const std::string& before, const std::string& value) {
        const auto promise = std::make_shared<std::promise<Result>>();
        store.remember_instead("bans", before, value, fulfil(promise));
        CHECK(promise->get_future().get());
        return store.recall("bans").value();
    };
    CHECK(instead("other", "1") == "");
    CHECK(instead("", "1") == "1");
    CHECK(instead("", "2") == "1");
    CHECK(instead("2", "3") == "1");
    CHECK(instead("1", "2") == "2");
}

CONTRACT("an unknown id is nothing, not a failure") {
    const auto loaded = store.load("nobody");
    REQUIRE(loaded);
    CHECK(!*loaded);
    const auto summary = store.summary("nobody");
    REQUIRE(summary);
    CHECK(!*summary);
}

CONTRACT("steps come back in order, those without events too") {
    const std::int64_t number = *create(store, "b1");
    REQUIRE(append(store, number, {.first_seq = 2, .last_seq = 4, .events = "2\n3\n4\n"}));
    REQUIRE(append(store, number, {.first_seq = 5, .last_seq = 4, .answers = "sealed\n"}));
    REQUIRE(append(store, number, {.first_seq = 5, .last_seq = 4, .answers = "sealed again\n"}));
    REQUIRE(append(store, number, step(5, "5\n")));

    const auto steps = load(store, "b1").steps;
    REQUIRE(steps.size() == 5);
    CHECK(steps[1].events == "2\n3\n4\n");
    CHECK(steps[2].answers == "sealed\n");
    CHECK(steps[2].first_seq == 5);
    CHECK(steps[2].last_seq == 4);
    CHECK(steps[3].answers == "sealed again\n");
    CHECK(steps[4].events == "5\n");
    CHECK(steps[4].first_seq == 5);
}

CONTRACT("a step that changes nothing but what is kept besides the history leaves no step behind, however often it comes") {
    const std::int64_t number = *create(store, "b1");
    for (int i = 0; i < 100; ++i) REQUIRE(append(store, number, {.first_seq = 2, .last_seq = 1, .keep = {{"attacker", "offered", std::to_string(i)}}}));
    CHECK(!append(store, number, {.first_seq = 3, .last_seq = 2, .keep = {{"attacker", "offered", "not after the head"}}}));
    REQUIRE(append(store, number, step(2, "2\n")));
    const auto battle = load(store, "b1");
    CHECK(battle.steps.size() == 2);
    CHECK(battle.kept == std::vector<Kept>{{"attacker", "offered", "99"}});
}

CONTRACT("a step that does not follow the head is refused as broken") {
    const std::int64_t number = *create(store, "b1");
    for (const Step& wrong : {step(1), step(3), Step{.first_seq = 2, .last_seq = 0}, Step{.first_seq = 0, .last_seq = 2}}) {
        const Result result = append(store, number, wrong);
        REQUIRE(is(result, Failure::Kind::broken));
        CHECK(contains(result.error().message, "do not follow the stored head 1"));
    }
    CHECK(load(store, "b1").steps.size() == 1);
    CHECK(append(store, number, step(2)));
}

CONTRACT("a battle begins with event 1") {
    CHECK(is(create(store, header("b1"), two_seats(), step(2)), Failure::Kind::broken));
    CHECK(!*store.load("b1"));
}

CONTRACT("a step for a battle that is not there is refused") {
    const Result result = append(store, 77, step(1));
    REQUIRE(is(result, Failure::Kind::broken));
    CHECK(contains(result.error().message, "no battle number 77"));
}

CONTRACT("an id is given once") {
    REQUIRE(create(store, "b1"));
    CHECK(is(create(store, "b1"), Failure::Kind::broken));
    CHECK(load(store, "b1").steps.size() == 1);
}

CONTRACT("a battle that begins with a step of another is stored with it, and is a battle like any") {
    const std::int64_t number = *create(store, "b1");
    Step last = step(2);
    last.begins = std::make_shared<const Beginning>(header("b2"), two_seats(), step(1, "first\n"));
    REQUIRE(append(store, number, last));
    const auto begun = load(store, "b2");
    CHECK(begun.number != number);
    CHECK(begun.header.server_seed == header("b2").server_seed);
    CHECK(begun.seats[1].token_hash == two_seats()[1].token_hash);
    CHECK(begun.steps[0].events == "first\n");
    CHECK(load(store, "b1").steps.size() == 2);
    CHECK(!load(store, "b1").steps[1].begins);
    REQUIRE(append(store, begun.number, step(2)));
    CHECK(*create(store, "b3") > begun.number);
    CHECK(store.counts().value().waiting == 3);
}

CONTRACT("where a step or the battle that begins with it cannot be stored, neither is, and the others of their commit are") {
    const std::int64_t number = *create(store, "b1");
    const auto beginning = [](const std::string& id, std::int64_t first) { return std::make_shared<const Beginning>(header(id), two_seats(), step(first)); };
    Step out_of_order = step(3), known_id = step(2), no_first = step(2);
    out_of_order.begins = beginning("b2", 1);
    known_id.begins = beginning("b1", 1);
    no_first.begins = beginning("b2", 2);
    for (const auto& wrong : {out_of_order, known_id, no_first}) {
        std::future<Result> failing, creating;
        {
            auto promise = std::make_shared<std::promise<Result>>();
            creating = promise->get_future();
            const BusyWriter busy(store, "busy " + std::to_string(wrong.first_seq) + wrong.begins->header.id + std::to_string(wrong.begins->first.first_seq));
            failing = append_later(store, number, wrong);
            store.write_one(
                Creation{header("beside " + std::to_string(wrong.first_seq) + wrong.begins->header.id + std::to_string(wrong.begins->first.first_seq)),
                         two_seats(),
                         {step(1)}},
                fulfil(promise));
        }
        CHECK(is(failing.get(), Failure::Kind::broken));
        CHECK(creating.get());
        CHECK(!*store.load("b2"));
        CHECK(load(store, "b1").steps.size() == 1);
    }
    Step right = step(2);
    right.begins = beginning("b2", 1);
    REQUIRE(append(store, number, right));
    CHECK(store.load("b2").value());
}

CONTRACT("a sealed choice is put, replaced and taken out") {
    const std::int64_t number = *create(store, "b1");
    const auto seal = [&](std::vector<Sealed> put, std::vector<Sealed> gone) {
        return append(store, number, {.first_seq = 2, .last_seq = 1, .seal = std::move(put), .unseal = std::move(gone)});
    };
    REQUIRE(seal({{"attacker", 3, "a"}, {"defender", 3, "d"}}, {}));
    REQUIRE(seal({{"attacker", 3, "better"}, {"attacker", 4, "next"}}, {}));
    CHECK(load(store, "b1").sealed == std::vector<Sealed>{{"attacker", 3, "better"}, {"attacker", 4, "next"}, {"defender", 3, "d"}});
    REQUIRE(seal({}, {{"attacker", 3, ""}, {"defender", 3, ""}}));
    CHECK(load(store, "b1").sealed == std::vector<Sealed>{{"attacker", 4, "next"}});
}

CONTRACT("seats are taken under a name, and unknown seats refused") {
    const std::int64_t number = *create(store, "b1");
    Step taking = step(2);
    taking.taken = {{"defender", "Grace"}};
    taking.status = Status::running;
    REQUIRE(append(store, number, taking));
    const StoredBattle battle = load(store, "b1");
    CHECK(battle.status == Status::running);
    CHECK(!battle.seats[0].taken);
    CHECK(battle.seats[1].taken);
    CHECK(battle.seats[1].name == "Grace");

    Step wrong = step(3);
    wrong.taken = {{"referee", "Eve"}};
    CHECK(is(append(store, number, wrong), Failure::Kind::broken));
    CHECK(load(store, "b1").steps.size() == 2);
}

CONTRACT("a step can give a seat another token, and to unknown seats none") {
    const std::int64_t number = *create(store, "b1");
    const auto before = load(store, "b1").seats;
    Step renewing = step(2);
    renewing.tokens = {{"defender", std::string(32, 'n')}};
    REQUIRE(append(store, number, renewing));
    const auto after = load(store, "b1").seats;
    CHECK(after[0].token_hash == before[0].token_hash);
    CHECK(after[1].token_hash == std::string(32, 'n'));

    Step wrong = step(3);
    wrong.tokens = {{"referee", std::string(32, 'x')}};
    CHECK(is(append(store, number, wrong), Failure::Kind::broken));
}

CONTRACT("a finished battle has an outcome, and its summary shows no token hash") {
    const std::int64_t number = *create(store, "b1");
    const Step last = last_step(2, "2026-11-21T21:00:00.000Z");
    REQUIRE(append(store, number, last));
    CHECK(load(store, "b1").outcome == last.outcome);

    const auto summary = store.summary("b1");
    REQUIRE(summary);
    REQUIRE(summary->has_value());
    CHECK((*summary)->number == number);
    CHECK((*summary)->status == Status::over);
    CHECK((*summary)->outcome == last.outcome);
    CHECK((*summary)->options == load(store, "b1").header.options);
    CHECK((*summary)->finished_at == last.finished_at);
    CHECK((*summary)->head == 2);
    REQUIRE((*summary)->seats.size() == 2);
    CHECK((*summary)->seats[0].token_hash.empty());
}

CONTRACT("close finishes what waits, then refuses to write but still reads") {
    const std::int64_t number = *create(store, "b1");
    std::vector<std::future<Result>> results;
    for (std::int64_t seq = 2; seq <= 50; ++seq) results.push_back(append_later(store, number, step(seq)));
    store.close();
    for (auto& each : results) CHECK(each.get());

    CHECK(is(append(store, number, step(51)), Failure::Kind::refused));
    CHECK(is(create(store, "b2"), Failure::Kind::refused));
    CHECK(load(store, "b1").steps.size() == 50);
    store.close();
}

CONTRACT("what is done is counted") {
    const std::int64_t number = *create(store, "b1");
    REQUIRE(append(store, number, step(2)));
    REQUIRE(!append(store, number, step(9)));
    CHECK(store.statistics().operations == 2);
    CHECK(store.statistics().failed == 1);
    CHECK(store.statistics().waiting == 0);
}

ARCHIVE_CONTRACT("battles that ended before a time are archived once, and read as before") {
    for (const char* id : {"old", "recent", "open"}) REQUIRE(create(store, id));
    REQUIRE(append(store, 1, last_step(2, "2025-06-01T12:00:00.000Z")));
    REQUIRE(append(store, 2, last_step(2, "2026-06-01T12:00:00.000Z")));
    CHECK(store.archive("2025-01-01T00:00:00.000Z") == 0);
    CHECK(store.archive("2026-01-01T00:00:00.000Z") == 1);
    CHECK(store.archive("2026-01-01T00:00:00.000Z") == 0);
    for (const char* id : {"old", "recent"}) CHECK(load(store, id).steps.size() == 2);
    CHECK(store.list({})->size() == 3);
    CHECK(store.summary("old")->value().head == 2);
    REQUIRE(append(store, 1, step(3, "said later\n")));
    CHECK(load(store, "old").steps.back().events == "said later\n");
    CHECK(*create(store, "new") == 4);
}

CONTRACT("a battle that was played elsewhere is stored with all its steps, or not at all") {
    const auto adopt = [&](const std::string& id, std::vector<Step> steps) {
        const auto promise = std::make_shared<std::promise<Result>>();
        store.write_one(Creation{header(id), two_seats(), std::move(steps)}, fulfil(promise));
        return promise->get_future().get();
    };
    REQUIRE(adopt("b1", {step(1), step(2), last_step(3, "2026-06-01T12:00:00.000Z")}));
    CHECK(load(store, "b1").steps.size() == 3);
    CHECK(load(store, "b1").status == Status::over);
    CHECK(is(adopt("b2", {step(1), step(3)}), Failure::Kind::broken));
    CHECK(!store.load("b2")->has_value());
}

ARCHIVE_CONTRACT("a load and a move into the archive that nobody wants any more are given up, and change nothing") {
    const std::int64_t number = *create(store, "b1");
    REQUIRE(append(store, number,
                   {.first_seq = 2, .last_seq = 2, .events = "{}\n", .status = Status::over, .outcome = "{}", .finished_at = "2025-06-01T12:00:00.000Z"}));
    std::atomic<bool> given_up = true;
    const auto loaded = store.load("b1", &given_up);
    REQUIRE(!loaded);
    CHECK(loaded.error().kind == Failure::Kind::refused);
    CHECK(store.archive("2026-01-01T00:00:00.000Z", &given_up) == 0);
    given_up = false;
    CHECK(store.load("b1", &given_up)->value().steps.size() == 2);
    CHECK(store.archive("2026-01-01T00:00:00.000Z", &given_up) == 1);
}

}  // namespace muster::storage::tests
