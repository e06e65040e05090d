#include "storage/sqlite/list_sql.hpp"

namespace muster::storage::sqlite {

namespace {

constexpr std::string_view summary_columns =
    "SELECT number, id, ruleset, ruleset_version, title, visibility, status, options, created_at, finished_at, outcome, "
    "(SELECT last_seq FROM steps WHERE battle = number ORDER BY last_seq DESC LIMIT 1), open FROM ";

/// The battles with these ids, and no others: CROSS JOIN keeps SQLite from going through all of a status and looking for the ids among them.
constexpr std::string_view named_battles = "(SELECT battles.* FROM json_each(?9) AS named CROSS JOIN battles ON battles.id = named.value)";

}  // namespace

std::string summary_sql() { return std::string(summary_columns) + "battles WHERE id = ?1"; }

// Only the filters that are asked for, so that SQLite chooses its index by them. instr() needs no escaping of % and _.
std::string list_sql(const Query& query) {
    std::string sql(summary_columns);
    sql += query.ids ? named_battles : "battles";
    sql += " WHERE visibility = 'public' AND number < ?1";
    if (query.status) sql += " AND status = ?2";
    if (!query.ruleset.empty()) sql += " AND ruleset = ?3";
    if (!query.text.empty()) sql += " AND instr(lower(title), lower(?4)) > 0";
    if (!query.player.empty()) sql += " AND EXISTS (SELECT 1 FROM seats WHERE battle = number AND instr(lower(name), lower(?5)) > 0)";
    if (query.open) sql += " AND open = 1";
    if (query.won) sql += " AND winner = ?6";
    if (!query.from.empty()) sql += " AND time >= ?7";
    if (!query.to.empty()) sql += " AND time < ?8";
    return sql + " ORDER BY number DESC LIMIT ?10";
}

}  // namespace muster::storage::sqlite
