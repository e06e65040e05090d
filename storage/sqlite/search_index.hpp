// Keeps the full-text index of public battles (search_words.hpp) up to date. Triggers note in `not_indexed` which battles it lacks something
// of: new ones, and those whose names, end or visibility have changed since. Lists look through these themselves (list_sql.hpp), so nobody
// misses anything, and many go into the index at once: that costs a tenth of what one at a time does, since the index is written in
// ever larger pieces that are merged. Nothing is ever taken out.
//
// How many are noted is counted as they are, not asked of the file at each commit: nobody else writes it.
#pragma once
#include <cstdint>

#include "storage/sqlite/connection.hpp"

namespace muster::storage::sqlite {

/// One for a database: it has that call back for every row that is written.
class SearchIndex {
public:
    explicit SearchIndex(SQLite::Database& database);
    ~SearchIndex();
    SearchIndex(const SearchIndex&) = delete;
    SearchIndex& operator=(const SearchIndex&) = delete;

    /// Takes up what the index lacks, if that is so much that lists would feel it; of very much a part: true, the next call goes on. To be called
    /// between transactions, this is one of its own. What fails is tried again once as much has been noted besides.
    bool catch_up();

private:
    int take_up_some();

    SQLite::Database& database_;
    std::int64_t noted_ = 0;  ///< since they were last taken up, or it was tried; more where a transaction was rolled back
    Prepared select_waiting_;
    Prepared select_names_;
    Prepared insert_;
    Prepared delete_waiting_;
};

}  // namespace muster::storage::sqlite
