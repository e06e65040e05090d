// What lists are searched by, as words for a full-text index that knows nothing but words: of a battle those that it is found by, of a
// query those that a battle must have that fits. A battle that fits has them all; one that has them need not fit (its letters may
// stand apart, an earlier name of a seat is not taken out), so whoever finds a battle by its words asks the query of it once more.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "storage/battle.hpp"

namespace muster::storage::sqlite {

/// What may be searched of a battle.
struct Searched {
    std::string title;
    std::vector<std::string> names;  ///< of its seats
    std::string ruleset;
    std::string time;           ///< as in Query::from
    std::optional<int> winner;  ///< as the column `winner`; none: it is not over
};

/// Letters, digits and spaces.
std::string words_of(const Searched& battle);

/// An expression of FTS5 over these words; empty if the query names none that a battle must have.
std::string words_wanted(const Query& query);

}  // namespace muster::storage::sqlite
