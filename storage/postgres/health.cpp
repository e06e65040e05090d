#include "storage/postgres/health.hpp"

namespace muster::storage::postgres {

void check_settings(Connection& connection, const std::string& name) {
    const Rows rows =
        connection.run({"SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding'), current_setting('fsync'), "
                        "current_setting('synchronous_commit')"});
    const auto refuse = [&](const std::string& why) { throw StoreError(Failure::Kind::refused, name + " cannot keep a store: " + why); };
    if (rows.number(0, 0) < 150'000) refuse("PostgreSQL 15 is the oldest that it may be");
    if (rows.text(0, 1) != "UTF8") refuse("its database has the encoding " + rows.text(0, 1) + "; make one with UTF8");
    for (const auto& [column, setting] : {std::pair(2, "fsync"), std::pair(3, "synchronous_commit")})
        if (rows.text(0, column) == "off") refuse(std::string(setting) + " is off, so it loses with its power what it has called stored");
}

// Whether pages are whole is for PostgreSQL's own tools (pg_amcheck, checksums) to say.
std::vector<std::string> damage_in(Connection& connection) {
    const Rows rows = connection.run({R"sql(
SELECT 'battle ' || id || ' has no head' FROM battles WHERE NOT EXISTS (SELECT FROM heads WHERE battle = number)
UNION ALL
SELECT 'battle ' || id || ' ends with event ' || coalesce(last, 0) || ', but its head is ' || head
FROM heads JOIN battles ON number = battle LEFT JOIN LATERAL (SELECT last_seq AS last FROM steps s WHERE s.battle = number ORDER BY last_seq DESC LIMIT 1) l ON true
WHERE last IS DISTINCT FROM head
UNION ALL
SELECT 'there are steps of a battle number ' || battle || ', which is not there' FROM (SELECT DISTINCT battle FROM steps) s
WHERE NOT EXISTS (SELECT FROM battles WHERE number = battle))sql"});
    std::vector<std::string> problems;
    for (int row = 0; row < rows.size(); ++row) problems.push_back(rows.text(row, 0));
    return problems;
}

Failure opening_failure(const std::string& name) {
    Failure failure = failure_of_current_exception();
    if (!failure.message.starts_with(name)) failure.message = name + " cannot be opened: " + failure.message;
    return failure;
}

}  // namespace muster::storage::postgres
