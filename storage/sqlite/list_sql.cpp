#include "storage/sqlite/list_sql.hpp"

namespace muster::storage::sqlite {

namespace {

constexpr std::string_view summary_columns =
    "SELECT number, id, ruleset, ruleset_version, title, visibility, status, options, created_at, finished_at, outcome, "
    "(SELECT last_seq FROM steps WHERE battle = number ORDER BY last_seq DESC LIMIT 1), open FROM ";

// CROSS JOIN keeps SQLite from going through all battles and looking for each among those that are meant.
std::string_view battles_among(Among among) {
    switch (among) {
        case Among::named: return "(SELECT battles.* FROM json_each(?9) AS named CROSS JOIN battles ON battles.id = named.value)";
        case Among::words: return "search CROSS JOIN battles ON number = -search.rowid";
        case Among::not_indexed: return "not_indexed CROSS JOIN battles ON number = not_indexed.battle";
        case Among::all: break;
    }
    return "battles";
}

/// Which part of the source, and in which order, in its own words, so that SQLite sees that it comes in order. The index of words is read from its
/// beginning, where the newest are: from the end FTS5 would first go through the last page that each piece has of each word.
struct NewestFirst {
    std::string before;
    std::string order;
};

NewestFirst newest_first(Among among) {
    if (among == Among::words) return {"search.rowid > -?1", "search.rowid"};
    const std::string number = among == Among::not_indexed ? "not_indexed.battle" : "number";
    return {number + " < ?1", number + " DESC"};
}

/// Partial indexes are only used where their condition stands word by word.
std::string status_filter(Status status, const std::string& parameter) {
    return " AND status = " + parameter + (status == Status::over ? "" : " AND status <> 'over'");
}

}  // namespace

std::string summary_sql() { return std::string(summary_columns) + "battles WHERE id = ?1"; }

// Only the filters that are asked for, so that SQLite chooses its index by them. instr() needs no escaping of % and _.
std::string list_sql(const Query& query, Among among) {
    const auto [before, order] = newest_first(among);
    std::string sql(summary_columns);
    sql += battles_among(among);
    sql += " WHERE visibility = 'public' AND " + before;
    if (among == Among::words) sql += " AND search MATCH ?10";
    if (query.status) sql += status_filter(*query.status, "?2");
    if (!query.ruleset.empty()) sql += " AND ruleset = ?3";
    if (!query.text.empty()) sql += " AND instr(lower(title), lower(?4)) > 0";
    if (!query.player.empty()) sql += " AND EXISTS (SELECT 1 FROM seats WHERE battle = number AND instr(lower(name), lower(?5)) > 0)";
    if (query.open) sql += " AND open = 1";
    if (query.won) sql += " AND winner = ?6";
    if (!query.from.empty()) sql += " AND time >= ?7";
    if (!query.to.empty()) sql += " AND time < ?8";
    return sql + " ORDER BY " + order + " LIMIT ?11";
}

std::string unfinished_sql(const Query& query) {
    std::string sql = "SELECT count(*) FROM (SELECT 1 FROM battles WHERE visibility = 'public'";
    sql += query.open ? " AND open = 1" : status_filter(*query.status, "?1");
    return sql + " LIMIT ?2)";
}

std::string wakes_sql() {
    return "SELECT id, wake_at FROM battles WHERE wake_at <> 0 AND (wake_at, id) > (?1, ?2) AND status <> 'over' ORDER BY wake_at, id LIMIT ?3";
}

}  // namespace muster::storage::sqlite
