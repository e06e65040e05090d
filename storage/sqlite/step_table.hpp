// The table `steps`, which the store and the archive both have: its text, and the ways to read it.
//
// A row holds what one commit of a battle added (one that added nothing has none), and rows are in the order of their arrival. Both are for the disk:
// one group commit then appends to the last pages of the table and touches little else. Measured with synchronous=FULL and
// groups of 100 small rows: 89,000 rows a second in this layout, 26,000 when the table is clustered by battle, 10,000 without
// groups. Packed, the steps of a siege take 308 bytes each in this table instead of 2,950 (rows of 2 KB left a third of each page empty), and with
// all else in the file 376 instead of 3,037.
#pragma once
#include <cstdint>
#include <string>

#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/step_packing.hpp"

namespace muster::storage::sqlite {

/// As the first version of both schemas made it; never changed.
inline const std::string step_table_1 = R"sql(
CREATE TABLE steps (
    id       INTEGER PRIMARY KEY,
    battle   INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    events   TEXT    NOT NULL,
    inputs   TEXT    NOT NULL,
    answers  TEXT    NOT NULL
) STRICT;
)sql";

/// As a later version of both has it, never changed either: texts are packed (step_packing.hpp), and the three columns empty; where `packed` is NULL they
/// hold them, as an older server wrote them. What was packed with a dictionary is read with the same, so each file has those that it needs.
inline const std::string step_table_2 = R"sql(
ALTER TABLE steps ADD COLUMN packed BLOB;
CREATE TABLE dictionaries (
    id    INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;
)sql";

class StepStatements {
public:
    explicit StepStatements(SQLite::Database& database)
        : select_after_(database, "SELECT id, last_seq, events, inputs, answers, packed FROM steps WHERE battle = ? AND last_seq > ? ORDER BY last_seq, id"),
          select_head_(database, "SELECT coalesce(max(last_seq), 0) FROM steps WHERE battle = ? AND last_seq <= ?"),
          select_dictionary_(database, "SELECT bytes FROM dictionaries WHERE id = ?") {}

    /// Calls `each(id, step)` for the steps that end after `seq`, in order, until it returns false. Of a step its texts and its last_seq are filled in.
    template <typename Each>
    void each_after(std::int64_t battle, std::int64_t seq, const Each& each) {
        select_after_.rows_while([&](const Row& row) { return each(row.number(0), step_of(row)); }, battle, seq);
    }

    /// The last_seq of the last step that does not end after `seq`; 0 if there is none.
    std::int64_t head_until(std::int64_t battle, std::int64_t seq) {
        std::int64_t head = 0;
        select_head_.rows([&](const Row& row) { head = row.number(0); }, battle, seq);
        return head;
    }

private:
    Step step_of(const Row& row) {
        Step step;
        step.last_seq = row.number(1);
        if (const auto frame = row.bytes(5); !frame.empty()) {
            unpacker_.unpack(frame, [this](std::int64_t id) { return dictionary(id); }, step);
            return step;
        }
        step.events = row.text(2);
        step.inputs = row.text(3);
        step.answers = row.text(4);
        return step;
    }
    std::string dictionary(std::int64_t id) {
        std::string bytes;
        select_dictionary_.rows([&](const Row& row) { bytes = row.text(0); }, id);
        return bytes;
    }

    Prepared select_after_;
    Prepared select_head_;
    Prepared select_dictionary_;
    StepUnpacker unpacker_{};
};

}  // namespace muster::storage::sqlite
