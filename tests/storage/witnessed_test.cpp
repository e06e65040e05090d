// What a witness keeps of battles elsewhere: each once, no more than there is room for, and none from a time before.
#include <doctest/doctest.h>

#include "storage/sqlite/restore.hpp"
#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

namespace {

constexpr WitnessedLimits plenty{.max = 100, .idle_since_ms = 0};

Witnessed witnessed(char name, std::int64_t step = 0, std::int64_t at_ms = 1'000) {
    return {.start = std::string(32, name),
            .server_key = std::string(65, 'k'),
            .secret = std::string(32, '\0'),
            .after = 0,
            .step = step,
            .head = step ? "head" : "",
            .at_ms = at_ms};
}

Result keep(Store& store, const Witnessed& battle, const WitnessedLimits& limits = plenty) {
    const auto promise = std::make_shared<std::promise<Result>>();
    store.keep_witnessed(battle, limits, fulfil(promise));
    return promise->get_future().get();
}

std::optional<Witnessed> found(Store& store, char name) { return store.witnessed(std::string(32, name)).value(); }

}  // namespace

CONTRACT("what a witness keeps of a battle is found by its start, as it was kept last") {
    CHECK(!found(store, 'a'));
    REQUIRE(keep(store, witnessed('a')));
    REQUIRE(keep(store, witnessed('b', 7)));
    CHECK(found(store, 'a') == witnessed('a'));
    REQUIRE(keep(store, witnessed('a', 1, 2'000)));
    CHECK(found(store, 'a') == witnessed('a', 1, 2'000));
    CHECK(found(store, 'b') == witnessed('b', 7));
}

CONTRACT("where there is no room, who has not asked for long makes it, and nobody else") {
    const auto no_more = [](std::int64_t idle_since_ms) { return WitnessedLimits{.max = 2, .idle_since_ms = idle_since_ms}; };
    REQUIRE(keep(store, witnessed('a', 0, 100), no_more(0)));
    REQUIRE(keep(store, witnessed('b', 0, 200), no_more(0)));
    const auto refused = keep(store, witnessed('c', 0, 300), no_more(100));
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::refused);
    CHECK(!found(store, 'c'));
    REQUIRE(keep(store, witnessed('b', 1, 300), no_more(100)));  // is there already
    REQUIRE(keep(store, witnessed('c', 0, 300), no_more(250)));
    CHECK(!found(store, 'a'));
    CHECK(found(store, 'b') == witnessed('b', 1, 300));
    CHECK(found(store, 'c'));
}

TEST_CASE("a restored store is the witness of none that it was") {
    const TempFolder folder;
    {
        const auto store = open_store(folder / "store.db");
        REQUIRE(keep(*store, witnessed('a', 1)));
    }
    const auto there = open_store(folder / "store.db");
    CHECK(found(*there, 'a'));
    REQUIRE(sqlite::restore(folder / "store.db", folder / "new.db", false));
    const auto restored = open_store(folder / "new.db");
    CHECK(!found(*restored, 'a'));
}

}  // namespace muster::storage::tests
