#include "storage/postgres/tenure.hpp"

#include <limits>
#include <random>

namespace muster::storage::postgres {

namespace {

std::int64_t draw() {
    std::random_device random;
    return std::uniform_int_distribution<std::int64_t>(1, std::numeric_limits<std::int64_t>::max())(random);
}

// A lock of the connection's, which goes with it. One for each schema of the database.
void lock_store(Connection& connection, const std::string& name) {
    try {
        connection.run({"SELECT pg_advisory_lock(1297437524, hashtext(current_schema()))"});
    } catch (const PgError& error) {
        if (meaning_of(error.state()) != Meaning::passing) throw;
        throw StoreError(Failure::Kind::refused, name + " is in use by another server");
    }
}

}  // namespace

Tenure::Tenure(const std::string& address, const std::string& name, const std::optional<Backend>& former)
    : connection_(address, Access::write), token_(draw()) {
    if (former)
        connection_.run(
            {"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2", {of(former->process), of(former->since)}});
    lock_store(connection_, name);
    const Rows own = connection_.run({"SELECT pid::bigint, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()"});
    backend_ = {.process = own.number(0, 0), .since = own.text(0, 1)};
}

void Tenure::enter() { connection_.run({"INSERT INTO nodes VALUES ($1, '', clock_timestamp(), 0)", {of(token_)}}); }

void Tenure::leave() {
    connection_.run({"UPDATE heads SET owner = 0 WHERE owner = $1", {of(token_)}});
    connection_.run({"DELETE FROM nodes WHERE owner = $1", {of(token_)}});
}

}  // namespace muster::storage::postgres
