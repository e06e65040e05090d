// What copies of a store promise, whatever the engine.
#include "storage/copies.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

namespace {

void no_progress(std::int64_t, std::int64_t) {}

/// A store with a battle of this many steps, closed; its generation.
std::string fill(const Location& location, std::int64_t steps) {
    const auto store = opened(location);
    const std::int64_t number = *create(*store, "b1");
    for (std::int64_t seq = 2; seq <= steps; ++seq) REQUIRE(append(*store, number, step(seq)));
    return store->generation();
}

void copy(const Location& from, const std::filesystem::path& into) {
    const auto bytes = back_up(from, into, no_progress);
    REQUIRE_MESSAGE(bytes, bytes.error().message);
    CHECK(*bytes == std::filesystem::file_size(into));
}

void put_back(const std::filesystem::path& from, const Location& into, bool replace) {
    const auto restored = restore(from, into, replace);
    REQUIRE_MESSAGE(restored, restored.error().message);
    CHECK(contains(*restored, into.words));
}

/// It is refused with a sentence, and the store at this place goes on to have so many steps.
void expect_refused(const std::expected<std::string, Failure>& restored, const Location& location, std::size_t steps) {
    REQUIRE(!restored);
    CHECK(!restored.error().message.empty());
    CHECK(load(*opened(location), "b1").steps.size() == steps);
}

}  // namespace

COPIED_CONTRACT("a store in use is copied with its archive, and what is put back elsewhere is all that was stored before") {
    const auto store = opened(places.of("here"));
    const std::int64_t number = *create(*store, "old");
    REQUIRE(append(*store, number, step(2, "said\n")));
    REQUIRE(append(*store, number, last_step(3, "2025-06-01T12:00:00.000Z")));
    REQUIRE(*store->archive("2026-01-01T00:00:00.000Z") == 1);
    REQUIRE(create(*store, "b1"));
    REQUIRE(remember(*store, "bans", "none"));
    copy(places.of("here"), places.file("copy"));
    REQUIRE(create(*store, "later"));
    put_back(places.file("copy"), places.of("there/new"), false);
    const auto there = opened(places.of("there/new"));
    CHECK(load(*there, "old").steps.size() == 3);
    CHECK(load(*there, "old").steps[1].events == "said\n");
    CHECK(load(*there, "b1").header.server_seed == load(*store, "b1").header.server_seed);
    CHECK(there->recall("bans") == "none");
    CHECK(!there->load("later")->has_value());
}

COPIED_CONTRACT("a copy overwrites nothing, and none is made of a store that is not there") {
    fill(places.of("store"), 3);
    copy(places.of("store"), places.file("copy"));
    const std::string bytes = bytes_of(places.file("copy"));
    const auto again = back_up(places.of("store"), places.file("copy"), no_progress);
    REQUIRE(!again);
    CHECK(contains(again.error().message, "already exists"));
    CHECK(bytes_of(places.file("copy")) == bytes);
    CHECK(back_up(places.of("nowhere"), places.file("other"), no_progress).error().kind == Failure::Kind::refused);
    CHECK(!std::filesystem::exists(places.file("other")));
}

COPIED_CONTRACT("a copy is put over a store only when told, and what is put back is of a new generation") {
    const std::string before = fill(places.of("store"), 3);
    copy(places.of("store"), places.file("copy"));
    REQUIRE(append(*opened(places.of("store")), 1, step(4)));
    expect_refused(restore(places.file("copy"), places.of("store"), false), places.of("store"), 4);
    put_back(places.file("copy"), places.of("store"), true);
    const auto store = opened(places.of("store"));
    CHECK(load(*store, "b1").steps.size() == 3);
    CHECK(store->generation() != before);
    put_back(places.file("copy"), places.of("second"), false);
    const std::string second = opened(places.of("second"))->generation();
    CHECK(second != before);
    CHECK(second != store->generation());
}

COPIED_CONTRACT("nothing is put back over a server that runs, from what is no copy, or from nothing") {
    fill(places.of("store"), 3);
    copy(places.of("store"), places.file("copy"));
    {
        const auto store = opened(places.of("store"));
        const auto refused = restore(places.file("copy"), places.of("store"), true);
        REQUIRE(!refused);
        CHECK(refused.error().kind == Failure::Kind::refused);
        CHECK(append(*store, 1, step(4)));
    }
    std::ofstream(places.file("text")) << std::string(10'000, 't');
    expect_refused(restore(places.file("text"), places.of("store"), true), places.of("store"), 4);
    expect_refused(restore(places.file("nowhere"), places.of("store"), true), places.of("store"), 4);
}

}  // namespace muster::storage::tests
