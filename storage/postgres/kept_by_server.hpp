// What the server keeps besides its battles, as statements: memos, sums of dice, what a witness keeps, the generation.
#pragma once
#include <vector>

#include "storage/operation.hpp"
#include "storage/postgres/connection.hpp"

namespace muster::storage::postgres {

Statement memo_query(const Memo& memo);
/// Adds nothing if its note is gone, because it was counted before.
Statement dice_query(const CountedBattle& battle);
/// Its one row is true, or false when there is no room.
Statement witness_query(const Witnessing& witnessing);
Statement renewal_query(const Renewal& renewal);

}  // namespace muster::storage::postgres
