// Brings a database to the newest schema; its version stands in `meta`.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "storage/postgres/connection.hpp"

namespace muster::storage::postgres {

/// Nothing: there is no store in it.
std::optional<std::int64_t> schema_version(Connection& connection);

/// Throws StoreError when a newer server has made of it what servers of these scripts cannot use. `name`: of the store, in its sentence.
void expect_known_version(Connection& connection, std::span<const std::string> scripts, const std::string& name);

/// Runs the scripts that the database has not seen, all in one transaction, which no two servers do at once. Throws StoreError as above.
void migrate(Connection& connection, std::span<const std::string> scripts, std::int64_t readable_from, const std::string& name);

}  // namespace muster::storage::postgres
