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

CONTRACT("a page has 1 to 100 battles") {
    for (int i = 0; i < 105; ++i) REQUIRE(create(store, "b" + std::to_string(i)));
    CHECK(ids_of(store, {.limit = 1'000}).size() == 100);
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
    CHECK(*store.counts() == Counts{.waiting = 2, .running = 0, .over = 1});
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
