// Brings a file to the newest schema. Its version is SQLite's own `user_version`.
#pragma once
#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <span>
#include <string>

namespace muster::storage::sqlite {

std::int64_t schema_version(SQLite::Database& database);

/// Throws StoreError when the file has more versions than there are scripts: a newer server wrote it.
void expect_known_version(SQLite::Database& database, std::span<const std::string> scripts);

/// Runs the scripts the file has not seen, each in one transaction with its version: a script that fails changes nothing
/// and throws StoreError, as does a file of a newer server.
void migrate(SQLite::Database& database, std::span<const std::string> scripts);

}  // namespace muster::storage::sqlite
