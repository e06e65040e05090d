// What the lobby, the archive and the waker ask SQLite. Apart from where it is run, so that a test may ask how SQLite would go about it.
#pragma once
#include <string>

#include "storage/battle.hpp"

namespace muster::storage::sqlite {

/// One battle's summary; ?1: its id.
std::string summary_sql();

/// Where a list looks for battles that fit, newest first.
enum class Among {
    all,          ///< by their numbers, or those that are not over, if it is one of these that is looked for
    named,        ///< Query::ids
    words,        ///< those that have the words of the query (search_words.hpp)
    not_indexed,  ///< those of which the index of words lacks something
};

/// A page of summaries, newest first. ?1: those with a lower number; ?2 status, ?3 ruleset, ?4 of the title, ?5 of a player's name, ?6 winner, ?7 from, ?8 to,
/// ?9 a JSON array of ids, ?10 words, ?11 how many. The last is always there, so that all may be bound.
std::string list_sql(const Query& query, Among among);

/// How many public battles there are of those that are not over and that the query asks for; ?1 status, ?2 how many at most.
std::string unfinished_sql(const Query& query);

/// Who wants attention next, the soonest first (id, wake_at). ?1, ?2: those after this moment and this battle; ?3 how many.
std::string wakes_sql();

}  // namespace muster::storage::sqlite
