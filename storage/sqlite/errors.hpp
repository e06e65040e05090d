// Exceptions live inside sqlite/ only; at its edge each becomes a Failure.
#pragma once
#include "storage/store_error.hpp"

namespace muster::storage::sqlite {

/// To be called in a catch block: what the exception means to a caller.
Failure failure_of_current_exception();

/// To be called in a catch block around COMMIT: likewise, but it may be unknown.
Failure failure_of_commit();

/// Whether a SQLite result code is trouble that passes by itself or by the operator's help (full disk, I/O, locks).
bool passes(int sqlite_code);

/// Whether a COMMIT that failed with this code may have put all of itself into the log.
bool may_be_stored(int sqlite_code);

}  // namespace muster::storage::sqlite
