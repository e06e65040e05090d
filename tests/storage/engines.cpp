#include "tests/storage/engines.hpp"

#include <doctest/doctest.h>

#include "storage/memory_store.hpp"
#include "storage/open.hpp"
#include "storage/sqlite/sqlite_store.hpp"

namespace muster::storage::tests {

namespace {

std::unique_ptr<Store> make_sqlite(const TempFolder& folder, const GroupLimits& limits) { return open_store(folder / "store.db", {.group = limits}); }

std::unique_ptr<Store> make_in_memory(const TempFolder& /*folder*/, const GroupLimits& limits) { return std::make_unique<MemoryStore>(limits); }

std::string folder_words(const TempFolder& folder, const std::string& name) { return (folder / name).string(); }

std::string memory_words(const TempFolder& /*folder*/, const std::string& /*name*/) { return ":memory:"; }

}  // namespace

const std::vector<Engine>& engines() {
    static const std::vector<Engine> all{
        {.name = "SQLite", .make = &make_sqlite, .words = &folder_words, .lasts = true},
        {.name = "memory", .make = &make_in_memory, .words = &memory_words, .lasts = false},
    };
    return all;
}

void over_each_engine(const std::function<void(Store&)>& test, const GroupLimits& limits) {
    for (const Engine& engine : engines()) {
        CAPTURE(engine.name);
        const TempFolder folder;
        test(*engine.make(folder, limits));
    }
}

Location Places::of(const std::string& name) const {
    const auto location = location_of(engine_.words(folder_, name));
    REQUIRE_MESSAGE(location, location.error());
    return *location;
}

void over_each_place(bool lasts, const std::function<void(const Places&)>& test) {
    for (const Engine& engine : engines()) {
        if (engine.lasts != lasts) continue;
        CAPTURE(engine.name);
        test(Places(engine));
    }
}

std::unique_ptr<Store> opened(const Location& location) {
    auto store = storage::open_store(location);
    REQUIRE_MESSAGE(store, store.error().message);
    return std::move(*store);
}

}  // namespace muster::storage::tests
