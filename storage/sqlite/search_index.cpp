#include "storage/sqlite/search_index.hpp"

#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include <string_view>

#include "storage/sqlite/search_words.hpp"

namespace muster::storage::sqlite {

namespace {

constexpr std::int64_t waiting_max = 256;  // looked through by every search
constexpr int at_once = 2'000;             // in one transaction, so that a store of any size is taken up in the same memory

void on_row(void* noted, int what, const char* /*database*/, const char* table, sqlite3_int64 /*row*/) {
    if (what == SQLITE_INSERT && std::string_view(table) == "not_indexed") ++*static_cast<std::int64_t*>(noted);
}

}  // namespace

SearchIndex::SearchIndex(SQLite::Database& database)
    : database_(database),
      noted_(database.execAndGet("SELECT count(*) FROM not_indexed").getInt64()),
      select_waiting_(database,
                      "SELECT number, title, ruleset, time, status = 'over', winner, visibility = 'public' FROM not_indexed CROSS JOIN battles "
                      "ON number = battle ORDER BY battle DESC LIMIT ?"),
      select_names_(database, "SELECT name FROM seats WHERE battle = ? AND name <> ''"),
      insert_(database, "INSERT INTO search (rowid, words) VALUES (?, ?)"),
      delete_waiting_(database, "DELETE FROM not_indexed WHERE battle >= ?") {
    ::sqlite3_update_hook(database_.getHandle(), &on_row, &noted_);
}

SearchIndex::~SearchIndex() { ::sqlite3_update_hook(database_.getHandle(), nullptr, nullptr); }

bool SearchIndex::catch_up() {
    if (noted_ < waiting_max) return false;
    noted_ = 0;
    SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
    const bool more = take_up_some() == at_once;
    transaction.commit();
    if (more) noted_ = waiting_max;
    return more;
}

// The newest first, which is the order of the index: FTS5 begins a new piece whenever one is not above the one before.
int SearchIndex::take_up_some() {
    std::int64_t last = 0;
    int count = 0;
    const auto take_up = [&](const Row& row) {
        last = row.number(0);
        ++count;
        if (row.number(6) == 0) return;  // hidden since it was noted
        Searched battle{.title = row.text(1), .names = {}, .ruleset = row.text(2), .time = row.text(3), .winner = {}};
        if (row.number(4) != 0) battle.winner = static_cast<int>(row.number(5));
        select_names_.rows([&](const Row& name) { battle.names.push_back(name.text(0)); }, last);
        insert_.run(-last, words_of(battle));
    };
    select_waiting_.rows(take_up, at_once);
    delete_waiting_.run(last);
    return count;
}

}  // namespace muster::storage::sqlite
