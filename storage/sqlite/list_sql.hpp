// What the lobby and the archive ask SQLite. Apart from where it is run, so that a test may ask how SQLite would go about it.
#pragma once
#include <string>

#include "storage/battle.hpp"

namespace muster::storage::sqlite {

/// One battle's summary; ?1: its id.
std::string summary_sql();

/// A page of summaries, newest first. ?1: those with a lower number; ?2 status, ?3 ruleset, ?4 of the title, ?5 of a player's name, ?6 winner, ?7 from, ?8 to,
/// ?9 a JSON array of ids, ?10 how many. The last is always there, so that all may be bound.
std::string list_sql(const Query& query);

}  // namespace muster::storage::sqlite
