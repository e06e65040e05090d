#include "storage/postgres/tenure.hpp"

#include <limits>
#include <random>

namespace muster::storage::postgres {

namespace {

std::int64_t draw() {
    std::random_device random;
    return std::uniform_int_distribution<std::int64_t>(1, std::numeric_limits<std::int64_t>::max())(random);
}

// A lock of the connection's, which goes with it; one for each schema of the database. Servers of the first version of the tables held it alone.
void lock_store(Connection& connection, const std::string& name, Use use) {
    const bool alone = use == Use::alone;
    try {
        connection.run({std::string("SELECT pg_advisory_lock") + (alone ? "" : "_shared") + "(1297437524, hashtext(current_schema()))"});
    } catch (const PgError& error) {
        if (meaning_of(error.state()) != Meaning::passing) throw;
        throw StoreError(Failure::Kind::refused, name + " is in use by another server" + (alone ? "" : ", which shares it with nobody"));
    }
}

}  // namespace

Tenure::Tenure(const std::string& address, const std::string& name, Use use, const std::optional<Backend>& former)
    : connection_(address, Access::write), use_(use), token_(draw()) {
    if (former)
        connection_.run(
            {"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2", {of(former->process), of(former->since)}});
    lock_store(connection_, name, use);
    const Rows own = connection_.run({"SELECT pid::bigint, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()"});
    backend_ = {.process = own.number(0, 0), .since = own.text(0, 1)};
}

}  // namespace muster::storage::postgres
