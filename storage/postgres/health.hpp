// Whether a database may keep a store.
#pragma once
#include <string>
#include <vector>

#include "storage/postgres/connection.hpp"

namespace muster::storage::postgres {

/// Throws StoreError when the server could lose what it has called stored, knows other letters, or is too old.
void check_settings(Connection& connection, const std::string& name);

/// What does not fit together in the tables; a sentence each.
std::vector<std::string> damage_in(Connection& connection);

/// To be called in a catch block: why the store cannot be opened, with its name.
Failure opening_failure(const std::string& name);

}  // namespace muster::storage::postgres
