// Keeps the full-text index of public battles (search_words.hpp) up to date. Triggers note in `not_indexed` which battles it lacks something
// of: new ones, and those whose names, end or visibility have changed since. Lists look through these themselves (list_sql.hpp), so nobody
// misses anything, and many go into the index at once: that costs a tenth of what one at a time does, since the index is written in
// ever larger pieces that are merged. Nothing is ever taken out.
#pragma once
#include <cstdint>

#include "storage/sqlite/connection.hpp"

namespace muster::storage::sqlite {

class SearchIndex {
public:
    explicit SearchIndex(SQLite::Database& database);

    /// Takes up what the index lacks, if that is so much that lists would feel it. To be called between transactions, which are its own.
    void catch_up();

private:
    std::int64_t waiting();
    void take_up_some();

    SQLite::Database& database_;
    Prepared count_waiting_;
    Prepared select_waiting_;
    Prepared select_names_;
    Prepared insert_;
    Prepared delete_waiting_;
};

}  // namespace muster::storage::sqlite
