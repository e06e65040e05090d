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

/// How long a database may be silent while its answer is awaited: it is stopped, or something on the way swallows what is said. Keepalives do not tell.
constexpr std::chrono::milliseconds silence_default{10'000};

/// When a reader no longer waits: the connection is then given up, by which the database notices, and the error is 57014.
struct Patience {
    std::optional<std::chrono::milliseconds> time_max{};
    const std::atomic<bool>* given_up = nullptr;
};

class Connection {
public:
    /// `address` is a URL of PostgreSQL's. Throws PgError.
    Connection(const std::string& address, Access access);

    /// From now on an answer of which nothing comes for so long is none, and the connection is lost; nothing: it may work for as long as it likes.
    void bound_silence(std::optional<std::chrono::milliseconds> silence_max) { silence_max_ = silence_max; }

    /// Sends all of them at once as one transaction: all are durable when this returns, or none when it throws PgError; with Meaning::lost nobody
    /// knows. A reader's see one snapshot.
    std::vector<Rows> run_all(std::span<const Statement> queries, const Patience& patience = {});
    Rows run(Statement query, const Patience& patience = {});
    /// Several statements as one text, without values: settings, tables.
    void script(const std::string& sql, const Patience& patience = {});

    bool is_lost() const { return given_up_ || PQstatus(handle_.get()) != CONNECTION_OK; }

private:
    const std::string& prepared(const Statement& query);
    PGresult* next_result(const Patience& patience = {});
    void wait_for_answer(const Patience& patience);
    /// The answer to what is no pipeline; throws what is an error.
    void finish_one(const Patience& patience = {});
    [[noreturn]] void give_up(const std::string& why, const char* state);
    [[noreturn]] void fail();

    std::unique_ptr<PGconn, decltype(&PQfinish)> handle_;
    std::optional<std::chrono::milliseconds> silence_max_ = silence_default;
    bool given_up_ = false;
    std::unordered_map<std::string, std::string> names_{};  // of statements, by their text
};

}  // namespace muster::storage::postgres
