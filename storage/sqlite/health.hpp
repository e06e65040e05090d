// Is this file a store of ours, and in one piece? Asked once, when it is opened.
#pragma once
#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>

#include "storage/store.hpp"

namespace muster::storage::sqlite {

/// Throws StoreError with a sentence for the operator. Up to `quick_check_bytes_max` every page is looked at, beyond only
/// the schema: reading a large file would hold up the start.
void check_health(SQLite::Database& database, std::uintmax_t quick_check_bytes_max);

/// To be called in a catch block around opening: the sentence for the operator.
Failure opening_failure(const std::filesystem::path& file);

}  // namespace muster::storage::sqlite
