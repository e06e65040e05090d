// The tables, as a list of scripts: script n brings the file from version n to n + 1. A script that was ever released is
// never changed; a change is a new script at the end.
//
// A row of `steps` holds what one commit of a battle added, as lines, and rows are in the order of their arrival. Both
// are for the disk: one group commit then appends to the last pages of the table and touches little else. Measured with
// synchronous=FULL and groups of 100 small rows: 89,000 rows a second in this layout, 26,000 when the table is clustered
// by battle, 10,000 without groups. For the same reason a battle's head is not kept in `battles`, where each step would
// rewrite its row; the index on steps answers it without reading the table.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace muster::storage::sqlite {

std::span<const std::string_view> schema_scripts();

/// Marks a file as ours in SQLite's header ("MUST").
constexpr std::int64_t application_id = 0x4d555354;

}  // namespace muster::storage::sqlite
