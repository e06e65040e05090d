#include "storage/postgres/connection.hpp"

#include <poll.h>

#include <algorithm>
#include <array>

namespace muster::storage::postgres {

namespace {

/// libpq's sentences end in a new line, and have several when it tried several addresses.
std::string sentence(const char* message) {
    std::string out;
    for (const char* each = message; *each; ++each) {
        const bool blank = *each == ' ' || *each == '\n' || *each == '\t';
        if (!blank) out += *each;
        else if (!out.empty() && out.back() != ' ') out += ' ';
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
}

// What the address does not say otherwise stands before it, what must be so behind it. A host that is gone is found so within some 8 s, also when it has
// taken all that was sent and only its answer is missing.
PGconn* connect(const std::string& address, Access access) {
    const char* session = access == Access::write ? "read-write" : "any";
    const std::array<std::array<const char*, 2>, 10> options{{{"fallback_application_name", "musterd"},
                                                              {"connect_timeout", "5"},
                                                              {"tcp_user_timeout", "2000"},
                                                              {"keepalives_idle", "2"},
                                                              {"keepalives_interval", "2"},
                                                              {"keepalives_count", "3"},
                                                              {"dbname", address.c_str()},
                                                              {"client_encoding", "UTF8"},
                                                              {"target_session_attrs", session},
                                                              {nullptr, nullptr}}};
    std::array<const char*, options.size()> keywords{}, values{};
    for (std::size_t i = 0; i < options.size(); ++i) {
        keywords[i] = options[i][0];
        values[i] = options[i][1];
    }
    return PQconnectdbParams(keywords.data(), values.data(), 1);
}

// No statement_timeout for who writes: to cancel what waits for a standby would report success.
constexpr auto writers_settings =
    "SET plan_cache_mode = force_generic_plan; SET lock_timeout = '1s'; SET statement_timeout = 0; SET idle_session_timeout = 0;"
    "SET default_transaction_isolation = 'read committed'; SET default_transaction_read_only = off";
constexpr auto readers_settings =
    "SET lock_timeout = '1s'; SET idle_session_timeout = 0; SET default_transaction_isolation = 'repeatable read'; SET default_transaction_read_only = on";

/// What whoever runs the server can do about it, where PostgreSQL says what is wrong and not where: of a connection that did not come about it tells no code.
std::string with_advice(const std::string& why) {
    const auto says = [&](const char* part) { return why.find(part) != std::string::npos; };
    if (says("password authentication failed") || says("no password supplied"))
        return why + "; the password is taken from --store (MUSTER_STORE, the settings file), else from PGPASSWORD or the file PGPASSFILE";
    if (says("too many connections") || says("too many clients") || says("remaining connection slots"))
        return why + "; a server takes up to 10: raise max_connections, or the limit of the role or the database, or stop what else uses it";
    return why;
}

}  // namespace

Connection::Connection(const std::string& address, Access access) : handle_(connect(address, access), &PQfinish) {
    if (is_lost()) throw PgError(with_advice(sentence(PQerrorMessage(handle_.get()))), "");
    PQsetNoticeProcessor(handle_.get(), [](void*, const char*) {}, nullptr);
    PQsetnonblocking(handle_.get(), 1);  // who waits, and for how long, is said here (wait_for_answer)
    script(access == Access::write ? writers_settings : readers_settings);
    try {
        script("SET client_connection_check_interval = '100ms'");  // else who was killed keeps its locks for as long as its statement runs
    } catch (const PgError& error) {
        if (is_lost()) throw;  // a server's system may not have it
    }
}

void Connection::fail() { throw PgError(sentence(PQerrorMessage(handle_.get())), ""); }

void Connection::script(const std::string& sql, const Patience& patience) {
    if (given_up_ || !PQsendQuery(handle_.get(), sql.c_str())) fail();
    finish_one(patience);
}

void Connection::finish_one(const Patience& patience) {
    std::optional<PgError> error;
    while (PGresult* each = next_result(patience)) {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result(each, &PQclear);
        const auto status = PQresultStatus(each);
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) continue;
        const char* state = PQresultErrorField(each, PG_DIAG_SQLSTATE);
        error.emplace(sentence(PQresultErrorMessage(each)), state ? state : "");
    }
    if (is_lost()) throw PgError(error ? error->what() : sentence(PQerrorMessage(handle_.get())), "");
    if (error) throw PgError(*error);
}

const std::string& Connection::prepared(const Statement& query) {
    if (const auto known = names_.find(query.sql); known != names_.end()) return known->second;
    const std::string name = "s" + std::to_string(names_.size());
    std::vector<Oid> types;
    for (const Value& each : query.values) types.push_back(each.type);
    if (given_up_ || !PQsendPrepare(handle_.get(), name.c_str(), query.sql.c_str(), static_cast<int>(types.size()), types.data())) fail();
    finish_one();
    return names_.emplace(query.sql, name).first->second;
}

Rows Connection::run(Statement query, const Patience& patience) { return std::move(run_all({&query, 1}, patience).front()); }

// The answer to the last statement comes before the commit, which the answer to the synchronisation stands for: all are waited for.
std::vector<Rows> Connection::run_all(std::span<const Statement> queries, const Patience& patience) {
    for (const Statement& each : queries) prepared(each);
    if (given_up_ || !PQenterPipelineMode(handle_.get())) fail();
    for (const Statement& each : queries) {
        std::vector<const char*> bytes;
        std::vector<int> lengths, formats(each.values.size(), 1);
        for (const Value& value : each.values) {
            bytes.push_back(value.bytes.data());
            lengths.push_back(static_cast<int>(value.bytes.size()));
        }
        if (!PQsendQueryPrepared(handle_.get(), prepared(each).c_str(), static_cast<int>(bytes.size()), bytes.data(), lengths.data(), formats.data(), 1))
            fail();
    }
    if (!PQpipelineSync(handle_.get())) fail();
    std::vector<Rows> answers;
    std::optional<PgError> error;
    for (bool ended = false;;) {
        PGresult* result = next_result(patience);
        if (!result) {
            // The end of one statement's answers. Twice in a row nothing follows: a connection that went while nobody used it need not be called lost.
            if (is_lost() || ended) throw PgError(error ? error->what() : sentence(PQerrorMessage(handle_.get())), "");
            ended = true;
            continue;
        }
        ended = false;
        Rows rows(result);
        const auto status = PQresultStatus(result);
        if (status == PGRES_PIPELINE_SYNC) break;
        if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
            answers.push_back(std::move(rows));
        } else if (status != PGRES_PIPELINE_ABORTED && !error) {
            const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
            error.emplace(sentence(PQresultErrorMessage(result)), state ? state : "");
        }
    }
    if (is_lost()) throw PgError(error ? error->what() : sentence(PQerrorMessage(handle_.get())), "");
    if (!PQexitPipelineMode(handle_.get())) fail();
    if (error) throw PgError(*error);
    if (answers.size() != queries.size()) throw PgError("PostgreSQL has not answered each statement", "");
    return answers;
}

PGresult* Connection::next_result(const Patience& patience) {
    wait_for_answer(patience);
    return PQgetResult(handle_.get());
}

// Silence counts from the last that was heard, or that the database took. What has come is looked at first: if this program was stopped meanwhile, it is there.
void Connection::wait_for_answer(const Patience& patience) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds look_again{20};
    const auto end = patience.time_max ? Clock::now() + *patience.time_max : Clock::time_point::max();
    auto heard = Clock::now();
    while (true) {
        const bool flushing = PQflush(handle_.get()) == 1;
        if (!PQisBusy(handle_.get()) && !flushing) return;
        if (patience.given_up && *patience.given_up) give_up("nobody waits for the answer any more", "57014");
        if (Clock::now() >= end) give_up("the answer took too long", "57014");
        const bool looks = patience.time_max || patience.given_up;
        const auto silent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - heard);
        const auto rest = silence_max_ ? std::max(std::chrono::milliseconds(1), *silence_max_ - silent) : std::chrono::milliseconds(-1);
        const auto wait = looks ? look_again : rest;
        pollfd socket{.fd = PQsocket(handle_.get()), .events = static_cast<short>(flushing ? POLLIN | POLLOUT : POLLIN), .revents = 0};
        if (::poll(&socket, 1, static_cast<int>(wait.count())) > 0) {
            heard = Clock::now();
            if (socket.revents != POLLOUT && !PQconsumeInput(handle_.get())) return;
        } else if (silence_max_ && Clock::now() - heard >= *silence_max_) {
            give_up("the database has been silent for " + std::to_string(silence_max_->count()) + " ms while its answer was awaited", "");
        }
    }
}

void Connection::give_up(const std::string& why, const char* state) {
    given_up_ = true;
    throw PgError(why, state);
}

}  // namespace muster::storage::postgres
