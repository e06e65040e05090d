// The lobby and the archive, over every engine.
#include <doctest/doctest.h>

#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

namespace {

std::vector<std::string> ids_of(Store& store, const Query& query) {
    const auto found = store.list(query);
    REQUIRE_MESSAGE(found, found.error().message);
    std::vector<std::string> ids;
    for (const Summary& each : *found) ids.push_back(each.id);
    return ids;
}

void add(Store& store, const std::string& id, const std::string& title, const std::string& player) {
    Header described = header(id);
    described.title = title;
    auto seats = two_seats();
    seats[1].name = player;
    REQUIRE(create(store, described, seats, step(1)));
}

using Ids = std::vector<std::string>;

}  // namespace

CONTRACT("the list has public battles only, newest first, with their heads and seats") {
    for (const std::string visibility : {"public", "unlisted", "private", "public"}) {
        Header described = header("b" + std::to_string(store.statistics().operations));
        described.visibility = visibility;
        REQUIRE(create(store, described, two_seats(), {.first_seq = 1, .last_seq = 3}));
    }
    CHECK(ids_of(store, {}) == Ids{"b3", "b0"});
    const auto found = store.list({});
    CHECK(found->front().head == 3);
    REQUIRE(found->front().seats.size() == 2);
    CHECK(found->front().seats[0].seat == "attacker");
    CHECK(found->front().seats[0].token_hash.empty());
}

CONTRACT("pages join without gaps while battles are added") {
    for (int i = 0; i < 10; ++i) REQUIRE(create(store, "b" + std::to_string(i)));
    const auto first = store.list({.limit = 4});
    REQUIRE(first);
    REQUIRE(create(store, "newer"));
    CHECK(ids_of(store, {.before = first->back().number, .limit = 4}) == Ids{"b5", "b4", "b3", "b2"});
    CHECK(ids_of(store, {.before = 3, .limit = 4}) == Ids{"b1", "b0"});
    CHECK(ids_of(store, {.before = 1}).empty());
}

CONTRACT("a page has 1 to 100 battles, and one that tells that there is another") {
    for (int i = 0; i < 105; ++i) REQUIRE(create(store, "b" + std::to_string(i)));
    CHECK(ids_of(store, {.limit = 1'000}).size() == 101);
    CHECK(ids_of(store, {.limit = 0}).size() == 1);
    CHECK(ids_of(store, {.limit = -5}).size() == 1);
    CHECK(ids_of(store, {}).size() == 20);
}

CONTRACT("status and ruleset narrow the list") {
    const std::int64_t first = *create(store, "b1");
    Header other = header("b2");
    other.ruleset = "armies";
    REQUIRE(create(store, other, two_seats(), step(1)));
    Step start = step(2);
    start.status = Status::running;
    REQUIRE(append(store, first, start));

    CHECK(ids_of(store, {.status = Status::running}) == Ids{"b1"});
    CHECK(ids_of(store, {.status = Status::waiting}) == Ids{"b2"});
    CHECK(ids_of(store, {.status = Status::over}).empty());
    CHECK(ids_of(store, {.ruleset = "armies"}) == Ids{"b2"});
    CHECK(ids_of(store, {.status = Status::running, .ruleset = "armies"}).empty());
}

CONTRACT("a list by who has won has battles that are over, all pages of it") {
    for (int i = 0; i < 9; ++i) {
        const std::int64_t number = *create(store, "b" + std::to_string(i));
        if (i == 8) continue;
        Step last = last_step(2, "2026-11-21T21:00:00.000Z");
        last.winner = i % 3 == 2 ? std::nullopt : std::optional(i % 3);
        REQUIRE(append(store, number, last));
    }
    CHECK(ids_of(store, {.won = WonBy{0}}) == Ids{"b6", "b3", "b0"});
    CHECK(ids_of(store, {.won = WonBy{1}}) == Ids{"b7", "b4", "b1"});
    CHECK(ids_of(store, {.won = WonBy{}}) == Ids{"b5", "b2"});
    Step of_eight = last_step(2, "2026-11-21T21:00:00.000Z");
    of_eight.winner = 7;
    REQUIRE(append(store, *create(store, "eighth"), of_eight));
    CHECK(ids_of(store, {.won = WonBy{7}}) == Ids{"eighth"});
    CHECK(ids_of(store, {.won = WonBy{4}}).empty());
    const auto first = store.list({.won = WonBy{0}, .limit = 2});
    CHECK(ids_of(store, {.won = WonBy{0}, .before = first->back().number, .limit = 2}) == Ids{"b0"});
    CHECK(load(store, "b4").winner == 1);
    CHECK(!load(store, "b5").winner);
    CHECK(!load(store, "b8").winner);
}

CONTRACT("a list by time goes by a battle's end, and by its beginning while it is not over") {
    const auto add_at = [&](const std::string& id, const std::string& created_at, const std::string& finished_at) {
        Header described = header(id);
        described.created_at = created_at;
        const auto number = create(store, described, two_seats(), step(1));
        REQUIRE(number);
        if (!finished_at.empty()) REQUIRE(append(store, *number, last_step(2, finished_at)));
    };
    add_at("long", "2026-11-01T10:00:00.000Z", "2026-11-21T09:59:59.999Z");
    add_at("short", "2026-11-20T10:00:00.000Z", "2026-11-20T11:00:00.000Z");
    add_at("waiting", "2026-11-21T10:00:00.000Z", "");
    CHECK(ids_of(store, {.from = "2026-11-21T00:00:00.000Z"}) == Ids{"waiting", "long"});
    CHECK(ids_of(store, {.to = "2026-11-21T10:00:00.000Z"}) == Ids{"short", "long"});
    CHECK(ids_of(store, {.from = "2026-11-20T11:00:00.000Z", .to = "2026-11-21T09:59:59.999Z"}) == Ids{"short"});
    CHECK(ids_of(store, {.won = WonBy{}, .from = "2026-11-21T10:00:00.000Z"}).empty());
}

CONTRACT("a battle with a seat for anybody is found as such until a step takes that back") {
    Step first = step(1);
    first.open = true;
    for (const std::string id : {"b1", "b2"}) REQUIRE(create(store, header(id), two_seats(), first));
    REQUIRE(create(store, "b3"));
    Header hidden = header("b4");
    hidden.visibility = "unlisted";
    REQUIRE(create(store, hidden, two_seats(), first));
    CHECK(ids_of(store, {.open = true}) == Ids{"b2", "b1"});
    CHECK(store.list({})->at(1).open);
    CHECK(!store.list({})->at(0).open);
    Step taken = step(2);
    taken.open = false;
    REQUIRE(append(store, 2, taken));
    REQUIRE(append(store, 1, step(2)));
    CHECK(ids_of(store, {.open = true}) == Ids{"b1"});
    CHECK(load(store, "b1").open);
    CHECK(!load(store, "b2").open);
    CHECK(store.summary("b1")->value().open);
}

CONTRACT("all battles are counted by status, whoever may see them") {
    CHECK(*store.counts() == Counts{});
    for (const std::string visibility : {"public", "private", "public"}) {
        Header described = header("b" + std::to_string(store.statistics().operations));
        described.visibility = visibility;
        REQUIRE(create(store, described, two_seats(), step(1)));
    }
    Step start = step(2);
    start.status = Status::running;
    REQUIRE(append(store, 2, start));
    CHECK(*store.counts() == Counts{.waiting = 2, .running = 1, .over = 0});
    Step last = step(3);
    last.status = Status::over;
    REQUIRE(append(store, 2, last));
    CHECK(*store.counts() == Counts{.waiting = 2, .running = 0, .over = 1, .uncounted = 1});
}

CONTRACT("names and titles are found by a part, in any case, and % and _ are only letters") {
    add(store, "b1", "100% war", "Ada_Lovelace");
    add(store, "b2", "1000 wars", "AdaXLovelace");
    add(store, "b3", R"(back\slash)", "it's");
    CHECK(ids_of(store, {.player = "love"}) == Ids{"b2", "b1"});
    CHECK(ids_of(store, {.player = "ada_l"}) == Ids{"b1"});
    CHECK(ids_of(store, {.player = "%"}).empty());
    CHECK(ids_of(store, {.player = "T'S"}) == Ids{"b3"});
    CHECK(ids_of(store, {.text = "0% W"}) == Ids{"b1"});
    CHECK(ids_of(store, {.text = "100"}) == Ids{"b2", "b1"});
    CHECK(ids_of(store, {.text = "K\\S"}) == Ids{"b3"});
    CHECK(ids_of(store, {.player = "ada", .text = "1000"}) == Ids{"b2"});
}

TEST_CASE("a search that takes too long is refused") {
    const TempFolder folder;
    const auto store = open_store(folder / "store.db", {.search_time_max = std::chrono::milliseconds(0)});
    for (int i = 0; i < 300; ++i) add(*store, "b" + std::to_string(i), "title", "somebody");
    const auto found = store->list({.player = "nobody"});
    REQUIRE(!found);
    CHECK(found.error().kind == Failure::Kind::refused);
    CHECK(contains(found.error().message, "took too long"));
    CHECK(store->load("b1"));
}

CONTRACT("of some battles that are named those are found that the rest fits") {
    for (const std::string visibility : {"public", "private", "public", "public"}) {
        Header described = header("b" + std::to_string(store.statistics().operations));
        described.visibility = visibility;
        REQUIRE(create(store, described, two_seats(), step(1)));
    }
    CHECK(ids_of(store, {.ids = Ids{"b0", "b1", "b3", "\"]"}}) == Ids{"b3", "b0"});
    CHECK(ids_of(store, {.ids = Ids{"b0", "b3"}, .limit = 1}) == Ids{"b3"});
    CHECK(ids_of(store, {.ids = Ids{"b0", "b3"}, .before = 4, .limit = 1}) == Ids{"b0"});
    CHECK(ids_of(store, {.ids = Ids{}}).empty());
}

CONTRACT("a search that nobody wants any more is refused") {
    for (int i = 0; i < 300; ++i) add(store, "b" + std::to_string(i), "title", "somebody");
    std::atomic<bool> given_up = false;
    const Query query{.player = "nobody", .given_up = &given_up};
    CHECK(store.list(query));
    given_up = true;
    const auto found = store.list(query);
    REQUIRE(!found);
    CHECK(found.error().kind == Failure::Kind::refused);
    CHECK(store.load("b1"));
}

}  // namespace muster::storage::tests
