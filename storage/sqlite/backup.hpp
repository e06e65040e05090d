// Whole copies of a store, for the operator's commands. Blocking; no server is needed, and none is disturbed: a copy is
// read from one snapshot, as any reader beside the server would, so commits go on. Meanwhile the write-ahead log cannot
// start over, so that it grows by what is written until the copy is done.
#pragma once
#include <cstdint>
#include <filesystem>

#include "storage/copies.hpp"

namespace SQLite {
class Database;
}

namespace muster::storage::sqlite {

/// Copies `store`, with what is in its archive, into the new file `copy`, checks every page of it, and only then gives it its name. Never overwrites.
/// The bytes of the copy, or why there is none. Progress is told in pages.
std::expected<std::uintmax_t, Failure> back_up(const std::filesystem::path& store, const std::filesystem::path& copy, const CopyProgress& progress);

/// Copies all pages of the file `from`, as they are at one moment, into the database `to`. Throws.
void copy_pages(const std::filesystem::path& from, SQLite::Database& to, const CopyProgress& progress);

/// Makes the copy one file, and throws StoreError when it is damaged or no store.
void finish_copy(SQLite::Database& copy);

}  // namespace muster::storage::sqlite
