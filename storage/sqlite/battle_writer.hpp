// Writes one operation with prepared statements. The caller owns the transaction around it; it must roll that back when
// an exception comes out, and say so.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "storage/operation.hpp"
#include "storage/sqlite/archive.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/dice_table.hpp"
#include "storage/sqlite/step_packing.hpp"
#include "storage/sqlite/witnessed_table.hpp"

namespace muster::storage::sqlite {

class BattleWriter {
public:
    explicit BattleWriter(SQLite::Database& database);

    /// The battle's number; 0 for what is no battle's.
    std::int64_t write(const Operation& operation);
    /// The transaction was rolled back, or nobody knows: what was remembered of it may be wrong.
    void forget() { heads_.clear(); }
    /// Lets go of steps that are in the archive.
    void remove(const std::vector<Archived>& archived);

private:
    std::int64_t create(const Header& header, const std::vector<Seat>& seats, std::span<const Step> steps);
    std::int64_t append(std::int64_t number, const Step& step);
    std::int64_t remember(const Memo& memo);
    std::int64_t keep_witnessed(const Witnessing& witnessing);
    std::int64_t head(std::int64_t number);
    void set_head(std::int64_t number, const Step& last);
    void insert_step(std::int64_t number, const Step& step);
    void write_changes(std::int64_t number, const Step& step);

    SQLite::Database& database_;
    StepPacker packer_;
    DiceWriter dice_;
    WitnessedWriter witnessed_;
    std::unordered_map<std::int64_t, std::int64_t> heads_{};  ///< of battles that were written to; nobody else writes
    Prepared insert_battle_;
    Prepared insert_seat_;
    Prepared select_head_;
    Prepared insert_step_;
    Prepared replace_sealed_;
    Prepared delete_sealed_;
    Prepared replace_kept_;
    Prepared delete_kept_;
    Prepared set_wake_;
    Prepared replace_remembered_;
    Prepared add_remembered_;
    Prepared exchange_remembered_;
    Prepared delete_remembered_;
    Prepared set_generation_;
    Prepared take_seat_;
    Prepared set_token_;
    Prepared set_visibility_;
    Prepared set_open_;
    Prepared set_status_;
    Prepared finish_;
    Prepared set_archived_;
    Prepared delete_archived_steps_;
};

}  // namespace muster::storage::sqlite
