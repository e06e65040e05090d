// What the lobby and the archive ask.
#pragma once
#include "storage/battle.hpp"
#include "storage/postgres/connection.hpp"

namespace muster::storage::postgres {

/// One battle's summary.
Statement summary_query(const std::string& id);

/// Whether a query looks for a part of a text: how it is best looked for depends on how rare that is.
bool looks_for_part(const storage::Query& query);

/// A page of public battles, newest first, by Query (battle.hpp), with the columns of a summary.
Statement list_query(const storage::Query& query);

/// Reads a row of either.
Summary summary_from(const Rows& rows, int row);

}  // namespace muster::storage::postgres
