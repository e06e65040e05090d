// Is this file a store of ours, and in one piece? Asked when it is opened, copied or checked.
#pragma once
#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "storage/store.hpp"

namespace muster::storage::sqlite {

/// Throws StoreError when the file is another program's.
void check_owner(SQLite::Database& database);

/// Throws StoreError when the file is another program's or anything in it is wrong.
void expect_sound(SQLite::Database& database);

/// What is wrong in the whole file, every page, row and index looked at; empty if nothing is.
std::vector<std::string> integrity_problems(SQLite::Database& database);

/// Throws StoreError with a sentence for the operator. Up to `quick_check_bytes_max` every page is looked at, beyond only
/// the schema: reading a large file would hold up the start.
void check_health(SQLite::Database& database, std::uintmax_t quick_check_bytes_max);

/// To be called in a catch block around opening: the sentence for the operator.
Failure opening_failure(const std::filesystem::path& file);

}  // namespace muster::storage::sqlite
