#include "storage/postgres/list_sql.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "storage/status_names.hpp"
#include "storage/winner.hpp"

namespace muster::storage::postgres {

namespace {

const std::string summary_columns = R"sql(SELECT number, id, ruleset, ruleset_version, title, visibility, status, options, created_at, finished_at, outcome,
    (SELECT head FROM heads WHERE battle = number), open,
    (SELECT json_agg(json_build_array(seat, name, taken) ORDER BY position) FROM seats WHERE battle = number)::text FROM battles)sql";

/// For LIKE: what has this in it, whatever stands there.
std::string pattern_of(const std::string& part) {
    std::string out = "%";
    for (const char each : part) {
        if (each == '%' || each == '_' || each == '\\') out += '\\';
        out += each;
    }
    return out + '%';
}

}  // namespace

bool looks_for_part(const storage::Query& query) { return !query.text.empty() || !query.player.empty(); }

Statement summary_query(const std::string& id) { return {summary_columns + " WHERE id = $1", {of(id)}}; }

// Only the filters that are asked for, so that each has a plan of its own. lower() knows by the columns' collation no letters but A to Z; these expressions
// are those of the indexes (search_index.cpp).
Statement list_query(const storage::Query& query) {
    Statement out{summary_columns + " WHERE visibility = 'public' AND number < $1", {of(query.before.value_or(std::numeric_limits<std::int64_t>::max()))}};
    const auto also = [&](const std::string& before, Value value, const std::string& after) {
        out.values.push_back(std::move(value));
        out.sql += " AND " + before + "$" + std::to_string(out.values.size()) + after;
    };
    if (query.ids) {
        Texts ids;
        for (const auto& each : *query.ids) ids.add(each);
        also("id = ANY(", ids.value(), ")");
    }
    if (query.status) also("status = ", of(name_of(*query.status)), *query.status == Status::over ? "" : " AND status <> 'over'");
    if (!query.ruleset.empty()) also("ruleset = ", of(query.ruleset), "");
    if (!query.text.empty()) also("lower(title) LIKE lower(", of(pattern_of(query.text)), " COLLATE \"C\")");
    if (!query.player.empty()) also("number IN (SELECT battle FROM seats WHERE lower(name) LIKE lower(", of(pattern_of(query.player)), " COLLATE \"C\"))");
    if (query.open) out.sql += " AND open";
    if (query.won) also("winner > -2 AND winner = ", of(std::int64_t{query.won->seat.value_or(nobody)}), "");
    if (!query.from.empty()) also("time >= ", of(query.from), "");
    if (!query.to.empty()) also("time < ", of(query.to), "");
    out.values.push_back(of(std::int64_t{std::clamp(query.limit, 1, list_limit_max)}));
    out.sql += " ORDER BY number DESC LIMIT $" + std::to_string(out.values.size());
    return out;
}

Summary summary_from(const Rows& rows, int row) {
    Summary summary{.number = rows.number(row, 0),
                    .id = rows.text(row, 1),
                    .ruleset = rows.text(row, 2),
                    .ruleset_version = static_cast<int>(rows.number(row, 3)),
                    .title = rows.text(row, 4),
                    .visibility = rows.text(row, 5),
                    .status = status_named(rows.text(row, 6)),
                    .options = rows.text(row, 7),
                    .created_at = rows.text(row, 8),
                    .finished_at = rows.text(row, 9),
                    .outcome = rows.text(row, 10),
                    .head = rows.number(row, 11),
                    .seats = {},
                    .open = rows.truth(row, 12)};
    if (rows.bytes(row, 13).empty()) return summary;
    for (const auto& each : nlohmann::json::parse(rows.bytes(row, 13)))
        summary.seats.push_back(
            {.seat = each.at(0).get<std::string>(), .token_hash = {}, .name = each.at(1).get<std::string>(), .taken = each.at(2).get<bool>()});
    return summary;
}

}  // namespace muster::storage::postgres
