#include "tests/storage/engines.hpp"

#include <doctest/doctest.h>

#include <map>

#include "storage/memory_store.hpp"
#include "storage/open.hpp"
#include "storage/postgres/postgres_store.hpp"
#include "storage/sqlite/sqlite_store.hpp"
#include "tests/support/postgres.hpp"

namespace muster::storage::tests {

namespace {

std::unique_ptr<Store> make_sqlite(const TempFolder& folder, const GroupLimits& limits) { return open_store(folder / "store.db", {.group = limits}); }

/// A database for each name of a store in each folder; they go when the folder has gone.
class Databases {
public:
    const std::string& of(const TempFolder& folder, const std::string& name) {
        drop_old();
        auto& address = addresses_[{folder / "", name}];
        if (address.empty()) address = test::Postgres::instance().new_database();
        return address;
    }

private:
    void drop_old() {
        std::erase_if(addresses_, [](const auto& each) {
            const bool old = !std::filesystem::exists(each.first.first);
            if (old) test::Postgres::instance().drop(each.second);
            return old;
        });
    }

    std::map<std::pair<std::filesystem::path, std::string>, std::string> addresses_{};
};

std::string postgres_words(const TempFolder& folder, const std::string& name) {
    static Databases databases;
    return databases.of(folder, name);
}

std::unique_ptr<Store> make_postgres(const TempFolder& folder, const GroupLimits& limits) {
    const std::string address = postgres_words(folder, "store");
    auto opened = PostgresStore::open(address, address, {.group = limits});
    REQUIRE_MESSAGE(opened, opened.error().message);
    return std::move(*opened);
}

std::unique_ptr<Store> make_in_memory(const TempFolder& /*folder*/, const GroupLimits& limits) { return std::make_unique<MemoryStore>(limits); }

std::string folder_words(const TempFolder& folder, const std::string& name) { return (folder / name).string(); }

std::string memory_words(const TempFolder& /*folder*/, const std::string& /*name*/) { return ":memory:"; }

}  // namespace

const std::vector<Engine>& engines() {
    static const std::vector<Engine> all{
        {.name = "SQLite", .make = &make_sqlite, .words = &folder_words, .lasts = true},
        {.name = "PostgreSQL", .make = &make_postgres, .words = &postgres_words, .lasts = true, .archives = false, .is_copied = false},
        {.name = "memory", .make = &make_in_memory, .words = &memory_words, .lasts = false, .is_copied = false},
    };
    return all;
}

void over_each_engine(const std::function<void(Store&)>& test, const GroupLimits& limits, bool Engine::* which) {
    for (const Engine& engine : engines()) {
        if (which && !(engine.*which)) continue;
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

void over_each_place(bool Engine::* which, const std::function<void(const Places&)>& test, bool whether) {
    for (const Engine& engine : engines()) {
        if (engine.*which != whether) continue;
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
