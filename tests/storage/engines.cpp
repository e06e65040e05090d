#include "tests/storage/engines.hpp"

#include <doctest/doctest.h>

#include "storage/memory_store.hpp"
#include "storage/sqlite/sqlite_store.hpp"

namespace muster::storage::tests {

namespace {

std::unique_ptr<Store> make_sqlite(const TempFolder& folder, const GroupLimits& limits) { return open_store(folder / "store.db", {.group = limits}); }

std::unique_ptr<Store> make_in_memory(const TempFolder& /*folder*/, const GroupLimits& limits) { return std::make_unique<MemoryStore>(limits); }

}  // namespace

const std::vector<Engine>& engines() {
    static const std::vector<Engine> all{{"SQLite", &make_sqlite}, {"memory", &make_in_memory}};
    return all;
}

void over_each_engine(const std::function<void(Store&)>& test, const GroupLimits& limits) {
    for (const Engine& engine : engines()) {
        CAPTURE(engine.name);
        const TempFolder folder;
        test(*engine.make(folder, limits));
    }
}

}  // namespace muster::storage::tests
