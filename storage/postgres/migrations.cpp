#include "storage/postgres/migrations.hpp"

#include "storage/generation.hpp"

namespace muster::storage::postgres {

namespace {

// Any number: it is this project's alone in a database that it does not share. A server that is before takes as long as its scripts take, and the next
// one has nothing to do then; one that hangs between two of them is cut off. Locks that the scripts themselves need are waited for no longer than any,
// since all who come later wait behind them.
constexpr auto begin =
    "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '60s'; SET LOCAL lock_timeout = 0;"
    "SELECT pg_advisory_xact_lock(1297437524, 0); SET LOCAL lock_timeout = '1s'";

}  // namespace

std::optional<std::int64_t> schema_version(Connection& connection) {
    if (!connection.run({"SELECT to_regclass('meta') IS NOT NULL"}).truth(0, 0)) return {};
    const Rows rows = connection.run({"SELECT schema FROM meta"});
    return rows.empty() ? std::nullopt : std::optional(rows.number(0, 0));
}

void expect_known_version(Connection& connection, std::span<const std::string> scripts, const std::string& name) {
    const auto newest = static_cast<std::int64_t>(scripts.size());
    const auto present = schema_version(connection);
    if (!present || *present <= newest || connection.run({"SELECT readable_from FROM meta"}).number(0, 0) <= newest) return;
    throw StoreError(Failure::Kind::broken, name + " was written by a newer server: it has schema version " + std::to_string(*present) +
                                                ", this server knows versions up to " + std::to_string(newest));
}

void migrate(Connection& connection, std::span<const std::string> scripts, std::int64_t readable_from, const std::string& name) {
    const auto newest = static_cast<std::int64_t>(scripts.size());
    try {
        connection.script(begin);
        expect_known_version(connection, scripts, name);
        const auto present = schema_version(connection);
        for (std::int64_t version = present.value_or(0); version < newest; ++version) connection.script(scripts[static_cast<std::size_t>(version)]);
        if (!present) connection.run({"INSERT INTO meta VALUES ($1, $2, $3)", {of(newest), of(readable_from), of(new_generation())}});
        else if (*present < newest) connection.run({"UPDATE meta SET schema = $1, readable_from = $2", {of(newest), of(readable_from)}});
        connection.script("COMMIT");
    } catch (const PgError& error) {
        if (!connection.is_lost()) connection.script("ROLLBACK");
        throw StoreError(meaning_of(error.state()) == Meaning::broken ? Failure::Kind::broken : Failure::Kind::refused,
                         name + " could not be brought to schema version " + std::to_string(newest) + ": " + error.what());
    } catch (const StoreError&) {
        connection.script("ROLLBACK");
        throw;
    }
}

}  // namespace muster::storage::postgres
