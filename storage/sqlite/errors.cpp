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

Failure failure_of_current_exception() {
    try {
        throw;
    } catch (const StoreError& error) {
        return {error.kind(), error.what()};
    } catch (const SQLite::Exception& error) {
        return {passes(error.getErrorCode()) ? Failure::Kind::unavailable : Failure::Kind::broken, error.what()};
    } catch (const std::bad_alloc&) {
        return {Failure::Kind::unavailable, "out of memory"};
    } catch (const std::exception& error) {
        return {Failure::Kind::broken, error.what()};
    }
}

}  // namespace muster::storage::sqlite
