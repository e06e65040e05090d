// What a reader of a whole store promises, whatever the engine.
#include <doctest/doctest.h>

#include "storage/open.hpp"
#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

namespace {

std::unique_ptr<StoreReader> reader_of(const Location& location) {
    auto reader = open_reader(location);
    REQUIRE_MESSAGE(reader, reader.error().message);
    return std::move(*reader);
}

/// Their ids.
std::string battles_after(StoreReader& reader, std::int64_t number, int limit) {
    const auto entries = reader.battles_after(number, limit);
    REQUIRE_MESSAGE(entries, entries.error().message);
    std::string ids;
    for (const auto& each : *entries) ids += (ids.empty() ? "" : " ") + each.id;
    return ids;
}

}  // namespace

LASTING_CONTRACT("a store that is not there is not read, and none is made") {
    for (int i = 0; i < 2; ++i) {
        const auto reader = open_reader(places.of("store"));
        REQUIRE(!reader);
        CHECK(reader.error().kind == Failure::Kind::refused);
        CHECK(contains(reader.error().message, "there is no store " + places.of("store").words));
    }
}

LASTING_CONTRACT("all battles are found beside a server, in the order of their making, and what it stores meanwhile") {
    const auto store = opened(places.of("store"));
    for (const char* id : {"b1", "b3", "b2"}) REQUIRE(create(*store, id));
    const auto reader = reader_of(places.of("store"));
    CHECK(battles_after(*reader, 0, 10) == "b1 b3 b2");
    CHECK(battles_after(*reader, 0, 2) == "b1 b3");
    CHECK(battles_after(*reader, reader->battles_after(0, 2)->back().number, 2) == "b2");
    REQUIRE(create(*store, "b4"));
    REQUIRE(append(*store, 1, last_step(2, "2026-01-01T00:00:00.000Z")));
    const auto entries = reader->battles_after(0, 10);
    REQUIRE(entries->size() == 4);
    CHECK(entries->front().status == Status::over);
    CHECK(entries->back().status == Status::waiting);
    CHECK(battles_after(*reader, entries->back().number, 10).empty());
    CHECK((*reader->load("b1"))->steps.size() == 2);
}

LASTING_CONTRACT("a reader gives whole battles, wherever their steps are, and of an unknown one nothing") {
    StoredBattle expected;
    {
        const auto store = opened(places.of("store"));
        const std::int64_t number = *create(*store, "b1");
        for (std::int64_t seq = 2; seq <= 5; ++seq) REQUIRE(append(*store, number, step(seq, "said " + std::to_string(seq) + "\n")));
        REQUIRE(append(*store, number, last_step(6, "2025-06-01T12:00:00.000Z")));
        if (places.have_archives()) REQUIRE(*store->archive("2026-01-01T00:00:00.000Z") == 1);
        expected = load(*store, "b1");
    }
    const auto reader = reader_of(places.of("store"));
    const auto found = reader->load("b1");
    REQUIRE_MESSAGE(found, found.error().message);
    REQUIRE(found->has_value());
    const StoredBattle& battle = **found;
    CHECK(battle.header.title == expected.header.title);
    CHECK(battle.header.server_seed == expected.header.server_seed);
    CHECK(battle.status == Status::over);
    REQUIRE(battle.steps.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) CHECK(battle.steps[i].events == expected.steps[i].events);
    const auto unknown = reader->load("b2");
    REQUIRE(unknown);
    CHECK(!unknown->has_value());
}

LASTING_CONTRACT("a store that is whole has no damage") {
    const auto store = opened(places.of("store"));
    REQUIRE(create(*store, "b1"));
    const auto damage = reader_of(places.of("store"))->damage();
    REQUIRE_MESSAGE(damage, damage.error().message);
    CHECK(damage->empty());
}

}  // namespace muster::storage::tests
