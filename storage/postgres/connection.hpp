// One connection to the database, for one thread at a time, and the statements prepared on it.
#pragma once
#include <libpq-fe.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "storage/postgres/errors.hpp"
#include "storage/postgres/values.hpp"

namespace muster::storage::postgres {

enum class Access { read, write };

struct Statement {
    std::string sql;
    std::vector<Value> values{};
};

/// When a reader no longer waits: what is under way is then cancelled, and the error is 57014.
struct Patience {
    std::optional<std::chrono::milliseconds> time_max{};
    const std::atomic<bool>* given_up = nullptr;
};

class Connection {
public:
    /// `address` is a URL of PostgreSQL's. Throws PgError.
    Connection(const std::string& address, Access access);

    /// Sends all of them at once as one transaction: all are durable when this returns, or none when it throws PgError; with Meaning::lost nobody
    /// knows. A reader's see one snapshot.
    std::vector<Rows> run_all(std::span<const Statement> queries, const Patience& patience = {});
    Rows run(Statement query, const Patience& patience = {});
    /// Several statements as one text, without values: settings, tables.
    void script(const std::string& sql);

    bool is_lost() const { return PQstatus(handle_.get()) != CONNECTION_OK; }

private:
    const std::string& prepared(const Statement& query);
    PGresult* next_result(const Patience& patience);
    void wait_for_answer(const Patience& patience);
    void cancel();
    [[noreturn]] void fail();

    std::unique_ptr<PGconn, decltype(&PQfinish)> handle_;
    std::unordered_map<std::string, std::string> names_{};  // of statements, by their text
};

}  // namespace muster::storage::postgres
