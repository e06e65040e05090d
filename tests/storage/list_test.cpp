// The lobby and the archive, over both stores.
#include <doctest/doctest.h>

#include "tests/storage/support.hpp"

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

TEST_CASE_TEMPLATE("the list has public battles only, newest first, with their heads and seats", Kind, OnDisk, InMemory) {
    Kind kind;
    for (const std::string visibility : {"public", "unlisted", "private", "public"}) {
        Header described = header("b" + std::to_string(kind.store.statistics().operations));
        described.visibility = visibility;
        REQUIRE(create(kind.store, described, two_seats(), {.first_seq = 1, .last_seq = 3}));
    }
    CHECK(ids_of(kind.store, {}) == Ids{"b3", "b0"});
    const auto found = kind.store.list({});
    CHECK(found->front().head == 3);
    REQUIRE(found->front().seats.size() == 2);
    CHECK(found->front().seats[0].seat == "attacker");
    CHECK(found->front().seats[0].token_hash.empty());
}

TEST_CASE_TEMPLATE("pages join without gaps while battles are added", Kind, OnDisk, InMemory) {
    Kind kind;
    for (int i = 0; i < 10; ++i) REQUIRE(create(kind.store, "b" + std::to_string(i)));
    const auto first = kind.store.list({.limit = 4});
    REQUIRE(first);
    REQUIRE(create(kind.store, "newer"));
    CHECK(ids_of(kind.store, {.before = first->back().number, .limit = 4}) == Ids{"b5", "b4", "b3", "b2"});
    CHECK(ids_of(kind.store, {.before = 3, .limit = 4}) == Ids{"b1", "b0"});
    CHECK(ids_of(kind.store, {.before = 1}).empty());
}

TEST_CASE_TEMPLATE("a page has 1 to 100 battles", Kind, OnDisk, InMemory) {
    Kind kind;
    for (int i = 0; i < 105; ++i) REQUIRE(create(kind.store, "b" + std::to_string(i)));
    CHECK(ids_of(kind.store, {.limit = 1'000}).size() == 100);
    CHECK(ids_of(kind.store, {.limit = 0}).size() == 1);
    CHECK(ids_of(kind.store, {.limit = -5}).size() == 1);
    CHECK(ids_of(kind.store, {}).size() == 20);
}

TEST_CASE_TEMPLATE("status and ruleset narrow the list", Kind, OnDisk, InMemory) {
    Kind kind;
    const std::int64_t first = *create(kind.store, "b1");
    Header other = header("b2");
    other.ruleset = "armies";
    REQUIRE(create(kind.store, other, two_seats(), step(1)));
    Step start = step(2);
    start.status = Status::running;
    REQUIRE(append(kind.store, first, start));

    CHECK(ids_of(kind.store, {.status = Status::running}) == Ids{"b1"});
    CHECK(ids_of(kind.store, {.status = Status::waiting}) == Ids{"b2"});
    CHECK(ids_of(kind.store, {.status = Status::over}).empty());
    CHECK(ids_of(kind.store, {.ruleset = "armies"}) == Ids{"b2"});
    CHECK(ids_of(kind.store, {.status = Status::running, .ruleset = "armies"}).empty());
}

TEST_CASE_TEMPLATE("all battles are counted by status, whoever may see them", Kind, OnDisk, InMemory) {
    Kind kind;
    CHECK(*kind.store.counts() == Counts{});
    for (const std::string visibility : {"public", "private", "public"}) {
        Header described = header("b" + std::to_string(kind.store.statistics().operations));
        described.visibility = visibility;
        REQUIRE(create(kind.store, described, two_seats(), step(1)));
    }
    Step start = step(2);
    start.status = Status::running;
    REQUIRE(append(kind.store, 2, start));
    CHECK(*kind.store.counts() == Counts{.waiting = 2, .running = 1, .over = 0});
    Step last = step(3);
    last.status = Status::over;
    REQUIRE(append(kind.store, 2, last));
    CHECK(*kind.store.counts() == Counts{.waiting = 2, .running = 0, .over = 1});
}

TEST_CASE_TEMPLATE("names and titles are found by a part, in any case, and % and _ are only letters", Kind, OnDisk, InMemory) {
    Kind kind;
    add(kind.store, "b1", "100% war", "Ada_Lovelace");
    add(kind.store, "b2", "1000 wars", "AdaXLovelace");
    add(kind.store, "b3", R"(back\slash)", "it's");
    CHECK(ids_of(kind.store, {.player = "love"}) == Ids{"b2", "b1"});
    CHECK(ids_of(kind.store, {.player = "ada_l"}) == Ids{"b1"});
    CHECK(ids_of(kind.store, {.player = "%"}).empty());
    CHECK(ids_of(kind.store, {.player = "T'S"}) == Ids{"b3"});
    CHECK(ids_of(kind.store, {.text = "0% W"}) == Ids{"b1"});
    CHECK(ids_of(kind.store, {.text = "100"}) == Ids{"b2", "b1"});
    CHECK(ids_of(kind.store, {.text = "K\\S"}) == Ids{"b3"});
    CHECK(ids_of(kind.store, {.player = "ada", .text = "1000"}) == Ids{"b2"});
}

TEST_CASE("a search that takes too long is given up as unavailable") {
    const TempFolder folder;
    const auto store = open_store(folder / "store.db", {.search_time_max = std::chrono::milliseconds(0)});
    for (int i = 0; i < 300; ++i) add(*store, "b" + std::to_string(i), "title", "somebody");
    const auto found = store->list({.player = "nobody"});
    REQUIRE(!found);
    CHECK(found.error().kind == Failure::Kind::unavailable);
    CHECK(contains(found.error().message, "took too long"));
    CHECK(store->load("b1"));
}

}  // namespace muster::storage::tests
