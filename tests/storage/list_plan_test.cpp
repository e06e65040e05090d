// How SQLite goes about a list: what everybody asks all the time must not go through all battles.
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include "storage/sqlite/list_sql.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

TEST_CASE("battles that are looked for by their ids are found by these, whatever else is asked of them") {
    const TempFolder folder;
    open_store(folder / "m.db").reset();
    const SQLite::Database database((folder / "m.db").string());
    const auto plan_of = [&](const Query& query) {
        SQLite::Statement select(database, "EXPLAIN QUERY PLAN " + sqlite::list_sql(query));
        std::vector<std::string> lines;
        while (select.executeStep()) lines.push_back(select.getColumn(3).getString());
        return lines;
    };
    const auto by_id = [&](Query query) {
        query.ids = {"a", "b"};
        auto lines = plan_of(query);
        std::erase_if(lines, [](const std::string& line) { return !contains(line, " battles "); });
        return lines.size() == 1 && lines.front().starts_with("SEARCH battles USING INDEX sqlite_autoindex_battles_1 (id=?");
    };
    CHECK(by_id({}));
    CHECK(by_id({.status = Status::running}));
    CHECK(by_id({.status = Status::over, .ruleset = "armies", .open = true, .won = WonBy{0}, .from = "2026", .to = "2027"}));
    CHECK(contains(plan_of({.status = Status::running}).at(0), "battles_by_status"));  // the test sees what it is to see
}

}  // namespace muster::storage::tests
