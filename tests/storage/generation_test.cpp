// The name of a store's history: who finds another one has to read everything anew.
#include "storage/generation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/restore.hpp"
#include "storage/sqlite/schema.hpp"
#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

namespace {

bool is_generation(const std::string& text) {
    return text.size() == 16 && std::ranges::all_of(text, [](char c) { return std::string("0123456789abcdef").contains(c); });
}

Result renew(Store& store) {
    const auto promise = std::make_shared<std::promise<Result>>();
    store.renew_generation(fulfil(promise));
    return promise->get_future().get();
}

std::string generation_in(const std::filesystem::path& file) { return open_store(file)->generation(); }

}  // namespace

CONTRACT("a store has a generation, and another one when it was renewed") {
    const std::string first = store.generation();
    CHECK(is_generation(first));
    REQUIRE(create(store, "b1"));
    CHECK(store.generation() == first);
    REQUIRE(renew(store));
    CHECK(is_generation(store.generation()));
    CHECK(store.generation() != first);
}

CONTRACT("a renewal that is refused changes nothing") {
    const std::string before = store.generation();
    store.close();
    CHECK(!renew(store));
    CHECK(store.generation() == before);
}

TEST_CASE("no two stores have the same generation") {
    std::set<std::string> seen;
    for (int i = 0; i < 3; ++i) over_each_engine([&](Store& store) { seen.insert(store.generation()); });
    CHECK(seen.size() == 3 * engines().size());
    for (int i = 0; i < 1'000; ++i) CHECK(is_generation(new_generation()));
}

LASTING_CONTRACT("a generation is the same after the store was closed and opened, renewed or not") {
    const auto generation = [&] { return opened(places.of("store"))->generation(); };
    const std::string first = generation();
    CHECK(generation() == first);
    std::string second;
    {
        const auto store = opened(places.of("store"));
        REQUIRE(renew(*store));
        second = store->generation();
    }
    CHECK(second != first);
    CHECK(generation() == second);
}

TEST_CASE("a store of an older version gets a generation of its own when it is opened, and keeps it") {
    const TempFolder folder;
    for (const char* name : {"one.db", "other.db"}) {
        SQLite::Database old((folder / name).string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        sqlite::migrate(old, sqlite::schema_scripts().first(3));
    }
    const std::string one = generation_in(folder / "one.db");
    CHECK(is_generation(one));
    CHECK(generation_in(folder / "one.db") == one);
    CHECK(generation_in(folder / "other.db") != one);
}

TEST_CASE("a backup of an older version is restored, and is of a generation of its own") {
    const TempFolder folder;
    {
        SQLite::Database old((folder / "copy.db").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        sqlite::migrate(old, sqlite::schema_scripts().first(1));
    }
    REQUIRE(sqlite::restore(folder / "copy.db", folder / "store.db", false));
    CHECK(is_generation(generation_in(folder / "store.db")));
}

}  // namespace muster::storage::tests
