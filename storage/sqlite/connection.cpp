#include "storage/sqlite/connection.hpp"

#include <sqlite3.h>

namespace muster::storage::sqlite {

namespace {

// Whatever SQLite allocates is counted under a lock of the whole process unless it is told not to before its first use; nobody asks.
void count_no_memory() { [[maybe_unused]] static const int once = ::sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

}  // namespace

// EXTRA is FULL, and where a commit is the removal of a journal (the archive, copies) the removal is synced too: else the power
// could go, the journal be there again, and the next one to open the file would undo what was reported durable.
SQLite::Database connect(const std::filesystem::path& file, Access access) {
    count_no_memory();
    const int flags = SQLite::OPEN_NOMUTEX | (access == Access::read ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE);
    SQLite::Database database(std::filesystem::absolute(file).string(), flags, static_cast<int>(lock_patience.count()));
    ::sqlite3_extended_result_codes(database.getHandle(), 1);
    database.exec(
        "PRAGMA synchronous = EXTRA; PRAGMA wal_autocheckpoint = 0; PRAGMA temp_store = MEMORY; "
        "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF");
    return database;
}

}  // namespace muster::storage::sqlite
