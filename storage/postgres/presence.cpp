#include "storage/postgres/presence.hpp"

#include "storage/postgres/living.hpp"

namespace muster::storage::postgres {

Presence::Presence(std::string address, std::string url, std::int64_t newest_known, std::chrono::milliseconds silence_max)
    : address_(std::move(address)), url_(std::move(url)), newest_known_(newest_known), silence_max_(silence_max) {}

void Presence::enter(std::int64_t token) {
    const std::scoped_lock lock(mutex_);
    tokens_.push_back(token);
    token_ = token;
    for (bool again = connection_.has_value();; again = false) {
        try {
            locked_ = false;
            const auto now = Clock::now();
            beat();
            // What nobody owns any more: not by age alone, since who is looking for what became of its last commit finds it there.
            connection().run(
                {"DELETE FROM nodes n WHERE seen < clock_timestamp() - interval '1 hour' AND NOT EXISTS (SELECT FROM heads h WHERE h.owner = n.owner)"});
            last_ = now;
            return;
        } catch (const std::exception&) {
            if (connection_ && connection_->is_lost()) connection_.reset();
            if (again && !connection_) continue;
            tokens_.pop_back();
            throw;
        }
    }
}

void Presence::settle() {
    const std::scoped_lock lock(mutex_);
    const std::int64_t current = tokens_.back();
    try {
        for (const auto each : tokens_)
            if (each != current && connection_) connection_->run({"SELECT pg_advisory_unlock($1)", {of(each)}});
    } catch (const PgError&) {
        connection_.reset();  // the next sign of life makes another
    }
    tokens_ = {current};
}

void Presence::start(Heard heard) {
    heard_ = std::move(heard);
    thread_ = std::thread([this] { run(); });
}

void Presence::stop() {
    {
        const std::scoped_lock lock(mutex_);
        if (stopped_) return;
        stopped_ = true;
    }
    stopping_.notify_one();
    if (thread_.joinable()) thread_.join();
    try {
        Numbers tokens;
        for (const auto each : tokens_) tokens.add(each);
        if (connection_) connection_->run({"DELETE FROM nodes WHERE owner = ANY($1)", {tokens.value()}});
    } catch (const std::exception&) {
        // They find out by themselves.
    }
    connection_.reset();
}

bool Presence::is_near() const { return !others_ || Clock::now() - last_.load() < near_max; }

void Presence::run() {
    std::unique_lock lock(mutex_);
    while (!stopping_.wait_for(lock, beat_every, [this] { return stopped_; })) {
        const auto now = Clock::now();
        try {
            std::string generation = beat();
            const bool was_away = now - last_.load() > lease;
            last_ = now;
            lock.unlock();
            heard_.generation(std::move(generation));
            if (was_away) heard_.back();
            lock.lock();
        } catch (const std::exception&) {
            connection_.reset();  // is_near() tells how long that goes on
        }
    }
}

Connection& Presence::connection() {
    if (connection_) return *connection_;
    locked_ = false;
    connection_.emplace(address_, Access::write);
    connection_->bound_silence(silence_max_);
    connection_->script("SET synchronous_commit = off");  // a sign of life that is lost with the power is one of nobody
    return *connection_;
}

// A connection that went is perhaps not gone for the database yet, and holds the locks for that long: so they are tried again with the next sign of life.
void Presence::lock_all() {
    bool all = true;
    for (const auto each : tokens_)
        all = connection()
                  .run({"SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND objsubid = 1 "
                        "AND (classid::bigint << 32 | objid::bigint) = $1) OR pg_try_advisory_lock($1)",
                        {of(each)}})
                  .truth(0, 0) &&
              all;
    locked_ = all;
}

std::string Presence::beat() {
    Connection& database = connection();
    if (!locked_) lock_all();
    Numbers tokens;
    for (const auto each : tokens_) tokens.add(each);
    const Rows rows =
        database.run({"INSERT INTO nodes (owner, url, seen, last) VALUES ($1, $2, clock_timestamp(), 0) ON CONFLICT (owner) DO UPDATE SET seen = excluded.seen "
                      "RETURNING (SELECT generation FROM meta), (SELECT readable_from FROM meta), "
                      "EXISTS (SELECT FROM nodes n WHERE n.owner <> ALL ($3) AND NOT " +
                          is_gone("n.owner") + ")",
                      {of(token_.load()), of(url_), tokens.value()}});
    if (rows.number(0, 1) > newest_known_) throw StoreError(Failure::Kind::broken, "the store is a newer server's now");
    others_ = rows.truth(0, 2);
    return rows.text(0, 0);
}

}  // namespace muster::storage::postgres
