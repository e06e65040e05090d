#include "storage/sqlite/witnessed_table.hpp"

namespace muster::storage::sqlite {

WitnessedWriter::WitnessedWriter(SQLite::Database& database)
    : update_(database, "UPDATE witnessed SET server_key = ?, secret = ?, after = ?, step = ?, head = ?, at = ? WHERE start = ?"),
      count_(database, "SELECT battles FROM tally WHERE status = 'witnessed'"),
      drop_idle_(database, "DELETE FROM witnessed WHERE start = (SELECT start FROM witnessed WHERE at < ?1 OR (step = 0 AND at < ?2) ORDER BY at LIMIT 1)"),
      insert_(database, "INSERT INTO witnessed (server_key, secret, after, step, head, at, start) VALUES (?, ?, ?, ?, ?, ?, ?)") {}

bool WitnessedWriter::keep(const Witnessed& battle, const WitnessedLimits& limits) {
    const auto& [start, server_key, secret, after, step, head, at_ms] = battle;
    if (update_.run(Blob{server_key}, Blob{secret}, after, step, Blob{head}, at_ms, Blob{start}) > 0) return true;
    std::int64_t count = 0;
    count_.rows([&](const Row& row) { count = row.number(0); });
    if (static_cast<std::size_t>(count) >= limits.max && drop_idle_.run(limits.idle_since_ms, limits.unused_since_ms) == 0) return false;
    insert_.run(Blob{server_key}, Blob{secret}, after, step, Blob{head}, at_ms, Blob{start});
    return true;
}

WitnessedReader::WitnessedReader(SQLite::Database& database)
    : select_(database, "SELECT server_key, secret, after, step, head, at FROM witnessed WHERE start = ?") {}

std::optional<Witnessed> WitnessedReader::find(const std::string& start) {
    std::optional<Witnessed> found;
    const auto read = [&](const Row& row) {
        found = {.start = start,
                 .server_key = std::string(row.bytes(0)),
                 .secret = std::string(row.bytes(1)),
                 .after = row.number(2),
                 .step = row.number(3),
                 .head = std::string(row.bytes(4)),
                 .at_ms = row.number(5)};
    };
    select_.rows(read, Blob{start});
    return found;
}

}  // namespace muster::storage::sqlite
