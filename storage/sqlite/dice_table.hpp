// Dice of battles that are over: in `dice` a row for each day, ruleset, seat and who played it, and one for all days
// together, which has none; in `not_counted` the battles that are in no row yet. A
// battle is noted there in the commit that ends it, and leaves in the one that adds its dice: so none is missed or counted twice, whenever
// the server dies. Notes are numbered without ever going back (AUTOINCREMENT): who has looked at one need not look before it.
#pragma once
#include <string>
#include <vector>

#include "storage/dice.hpp"
#include "storage/sqlite/connection.hpp"

namespace muster::storage::sqlite {

/// The caller owns the transaction.
class DiceWriter {
public:
    explicit DiceWriter(SQLite::Database& database);

    /// The battle has ended.
    void note(std::int64_t battle);
    /// Those whose note is gone were counted before, and add nothing.
    void count(const std::vector<CountedBattle>& battles);

private:
    Prepared insert_note_;
    Prepared delete_note_;
    Prepared add_;
};

/// The caller's transaction is the snapshot.
class DiceReader {
public:
    explicit DiceReader(SQLite::Database& database);

    std::vector<Uncounted> uncounted(std::int64_t after, int count);
    std::int64_t uncounted();
    /// Of the days from `from` on and before `to`; empty: no bound.
    std::vector<DiceSum> sums(const std::string& from, const std::string& to);

private:
    Prepared select_notes_;
    Prepared select_seats_;
    Prepared select_tally_;
    Prepared select_all_;
    Prepared select_days_;
};

}  // namespace muster::storage::sqlite
