// How SQLite goes about a list: what everybody asks all the time must not go through all battles.
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include "storage/sqlite/list_sql.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

using sqlite::Among;

/// How a statement looks for rows, in a new store.
class Plans {
public:
    std::vector<std::string> of(const std::string& sql) const {
        SQLite::Statement select(database_, "EXPLAIN QUERY PLAN " + sql);
        std::vector<std::string> lines;
        while (select.executeStep()) lines.push_back(select.getColumn(3).getString());
        return lines;
    }
    /// A list begins so, and never looks at more than a page of what is sorted by itself.
    bool begins(const Query& query, Among among, const std::string& how) const {
        const auto lines = of(sqlite::list_sql(query, among));
        const bool sorts = std::ranges::any_of(lines, [](const std::string& line) { return contains(line, "TEMP B-TREE"); });
        if (!lines.front().starts_with(how) || sorts) MESSAGE(lines.front());
        return lines.front().starts_with(how) && !sorts;
    }

private:
    struct Made {
        explicit Made(const TempFolder& folder) { open_store(folder / "m.db").reset(); }
    };
    TempFolder folder_{};
    Made made_{folder_};
    SQLite::Database database_{(folder_ / "m.db").string()};
};

const Query everything{
    .status = Status::over, .ruleset = "armies", .player = "Ada", .text = "ford", .open = true, .won = WonBy{0}, .from = "2026", .to = "2027"};

}  // namespace

TEST_CASE("battles that are looked for by their ids are found by these, whatever else is asked of them") {
    const Plans plans;
    const auto by_id = [&](Query query) {
        query.ids = {"a", "b"};
        auto lines = plans.of(sqlite::list_sql(query, Among::named));
        std::erase_if(lines, [](const std::string& line) { return !contains(line, " battles "); });
        return lines.size() == 1 && lines.front().starts_with("SEARCH battles USING INDEX sqlite_autoindex_battles_1 (id=?");
    };
    CHECK(by_id({}));
    CHECK(by_id({.status = Status::running}));
    CHECK(by_id(everything));
}

TEST_CASE("a page comes from an index in the order that it is shown in, whatever is asked") {
    const Plans plans;
    CHECK(plans.begins({}, Among::all, "SEARCH battles USING INDEX battles_public (number<?)"));
    CHECK(plans.begins({.status = Status::waiting}, Among::all, "SEARCH battles USING INDEX battles_public_unfinished (status=? AND number<?)"));
    CHECK(
        plans.begins({.status = Status::running, .text = "ford"}, Among::all, "SEARCH battles USING INDEX battles_public_unfinished (status=? AND number<?)"));
    CHECK(plans.begins({.open = true}, Among::all, "SEARCH battles USING INDEX battles_public_open (open=? AND number<?)"));
    CHECK(plans.begins(everything, Among::words, "SCAN search VIRTUAL TABLE INDEX"));
    CHECK(plans.begins(everything, Among::not_indexed, "SEARCH not_indexed USING INTEGER PRIMARY KEY (rowid<?)"));
}

TEST_CASE("unfinished battles are counted by an index, and who is to be woken comes from one") {
    const Plans plans;
    CHECK(contains(plans.of(sqlite::unfinished_sql({.status = Status::waiting})).at(1), "battles_public_unfinished (status=?)"));
    CHECK(contains(plans.of(sqlite::unfinished_sql({.open = true})).at(1), "battles_public_open"));
    const auto wakes = plans.of(sqlite::wakes_sql());
    CHECK(wakes == std::vector<std::string>{"SEARCH battles USING INDEX battles_to_wake ((wake_at,id)>(?,?))"});
}

}  // namespace muster::storage::tests
