#include "storage/sqlite/errors.hpp"

#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <new>

namespace muster::storage::sqlite {

bool passes(int sqlite_code) {
    switch (sqlite_code & 0xff) {
        case SQLITE_FULL:
        case SQLITE_IOERR:
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_NOMEM:
        case SQLITE_CANTOPEN:
        case SQLITE_READONLY:
        case SQLITE_PROTOCOL:
        case SQLITE_PERM:
        case SQLITE_AUTH:
        case SQLITE_INTERRUPT: return true;
        default: return false;
    }
}

// What makes a commit count is its last page in the log, whose checksum covers all. A write that failed left that page out or
// in part. After it come the sync and the index that readers share; when they fail (or the memory for them does), the log says
// that the commit is there. This process goes on without it, and its next commit writes over it; but when it is killed or the
// power goes before that, the next start finds the log, and with it the commit.
bool may_be_stored(int sqlite_code) {
    if ((sqlite_code & 0xff) == SQLITE_NOMEM) return true;
    return (sqlite_code & 0xff) == SQLITE_IOERR && sqlite_code != SQLITE_IOERR_WRITE;
}

Failure failure_of_commit() {
    try {
        throw;
    } catch (const SQLite::Exception& error) {
        if (may_be_stored(error.getExtendedErrorCode())) return {Failure::Kind::unknown, std::string("it is not known whether it was stored: ") + error.what()};
        return failure_of_current_exception();
    } catch (const std::exception&) {
        return failure_of_current_exception();
    }
}

Failure failure_of_current_exception() {
    try {
        throw;
    } catch (const StoreError& error) {
        return {error.kind(), error.what()};
    } catch (const SQLite::Exception& error) {
        return {passes(error.getErrorCode()) ? Failure::Kind::refused : Failure::Kind::broken, error.what()};
    } catch (const std::bad_alloc&) {
        return {Failure::Kind::refused, "out of memory"};
    } catch (const std::exception& error) {
        return {Failure::Kind::broken, error.what()};
    }
}

}  // namespace muster::storage::sqlite
