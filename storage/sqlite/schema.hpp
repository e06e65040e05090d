// The tables, as a list of scripts: script n brings the file from version n to n + 1. A script that was ever released is
// never changed; a change is a new script at the end.
//
// How `steps` is laid out stands in step_table.hpp. For the same reason a battle's head is not kept in `battles`, where each
// step would rewrite its row; the index on steps answers it without reading the table.
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace muster::storage::sqlite {

std::span<const std::string> schema_scripts();

/// Marks a file as ours in SQLite's header ("MUST").
constexpr std::int64_t application_id = 0x4d555354;

}  // namespace muster::storage::sqlite
