#include "storage/postgres/presence.hpp"

#include <algorithm>
#include <utility>

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
            // What nobody owns any more: not by age alone, since who is looking for what became of its last commit finds it there. Whether anybody comes for
            // an ended battle is open.
            connection().run(
                {"UPDATE heads h SET owner = 0 FROM nodes n, battles b WHERE n.seen < clock_timestamp() - interval '1 hour' AND h.owner = n.owner "
                 "AND b.number = h.battle AND b.status = 'over'"});
            connection().run(
                {"DELETE FROM nodes n WHERE seen < clock_timestamp() - interval '1 hour' AND NOT EXISTS (SELECT FROM heads h WHERE h.owner = n.owner)"});
            got_through(now);
            return;
        } catch (const std::exception&) {
            if (connection_ && connection_->is_lost()) connection_.reset();
            if (again && !connection_) continue;
            tokens_.pop_back();
            token_ = tokens_.empty() ? 0 : tokens_.back();
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

void Presence::watch(std::string key) {
    const std::scoped_lock lock(mutex_);
    watched_ = std::move(key);
    told_version_.reset();
}

std::chrono::milliseconds Presence::away() const {
    const auto silent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - last_.load());
    return silent < near_max ? std::chrono::milliseconds(0) : silent;
}

void Presence::got_through(Clock::time_point at) {
    if (last_.load() != Clock::time_point()) away_before_ms_ += away().count();
    last_ = at;
}

bool Presence::is_near() const { return outdated_ || !is_one_of_several_ || Clock::now() - last_.load() < near_max; }

void Presence::run() {
    std::unique_lock lock(mutex_);
    bool lost_before = false;
    bool cut_off = false;
    for (auto pause = beat_every; !stopping_.wait_for(lock, pause, [this] { return stopped_; });) {
        const auto now = Clock::now();
        pause = beat_every;
        try {
            Answer answer = beat();
            const auto value = news(answer.version);
            const bool was_away = now - last_.load() > lease;
            got_through(now);
            lost_before = false;
            const auto gone = others_.take_gone();
            pause = others_.next_look();
            const bool unreachable = is_to_tell_unreachable();
            lock.unlock();
            heard_.generation(std::move(answer.generation));
            if (was_away) heard_.back();
            if (unreachable) heard_.unreachable();
            if (std::exchange(cut_off, false)) heard_.reach(true, is_one_of_several_);
            for (const auto& url : gone) heard_.gone(url);
            if (value) heard_.remembered(*value);
            lock.lock();
        } catch (const std::exception&) {
            if (!lock.owns_lock()) lock.lock();
            connection_.reset();  // is_near() tells how long that goes on
            if (outdated_) {
                lock.unlock();
                return heard_.outdated();
            }
            if (!std::exchange(lost_before, true)) pause = {};  // its locks are free: until they are held again others may take what is this server's
            if (cut_off || away() < cut_off_after) continue;
            cut_off = true;
            lock.unlock();
            heard_.reach(false, is_one_of_several_);
            lock.lock();
        }
    }
}

// A row of this server's own from before its connection broke looks like a twin for as long as the database has not noticed: so it has to last.
void Presence::look_for_twins(const std::vector<Others::Seen>& seen, Clock::time_point now) {
    const bool has_twin = std::ranges::any_of(seen, [&](const Others::Seen& each) { return each.has_lock && each.url == url_; });
    if (!others_.any() || (!has_twin && !url_.empty())) unreachable_since_.reset();
    else if (!unreachable_since_) unreachable_since_ = now;
}

bool Presence::is_to_tell_unreachable() {
    return unreachable_since_ && Clock::now() - *unreachable_since_ > cut_off_after && !std::exchange(told_unreachable_, true);
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

std::optional<std::string> Presence::news(std::int64_t version) {
    if (watched_.empty() || told_version_ == version) return {};
    const Rows rows = connection().run({"SELECT value, version FROM remembered WHERE key = $1", {of(watched_)}});
    told_version_ = rows.empty() ? 0 : rows.number(0, 1);
    return rows.empty() ? "" : rows.text(0, 0);
}

// What was on the way for long says little: as long as the clock may be right, it stays.
void Presence::set_clock(std::int64_t database_ms, Clock::time_point sent) {
    ahead_ms_ = std::clamp(ahead_ms_.load(), database_ms - steady_ms(Clock::now()), database_ms - steady_ms(sent));
}

Presence::Answer Presence::beat() {
    Connection& database = connection();
    if (!locked_) lock_all();
    Numbers tokens;
    for (const auto each : tokens_) tokens.add(each);
    const auto sent = Clock::now();
    const std::vector<Statement> asked{
        {"INSERT INTO nodes (owner, url, seen, last) SELECT $1, $2, clock_timestamp(), 0 WHERE (SELECT readable_from FROM meta) <= $4 "
         "ON CONFLICT (owner) DO UPDATE SET seen = excluded.seen RETURNING (SELECT generation FROM meta), "
         "coalesce((SELECT version FROM remembered WHERE key = $3), 0), (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
         {of(token_.load()), of(url_), of(watched_), of(newest_known_)}},
        {"SELECT n.owner, n.url, (extract(epoch FROM clock_timestamp() - n.seen) * 1000)::bigint, NOT " + is_gone("n.owner") +
             " FROM nodes n WHERE n.owner <> ALL ($1) AND n.seen >= clock_timestamp() - interval '" + std::to_string(lease.count()) + " ms'",
         {tokens.value()}}};
    const auto answers = database.run_all(asked);
    const Rows& rows = answers[0];
    if (rows.empty()) {
        outdated_ = true;
        database.run({"DELETE FROM nodes WHERE owner = ANY($1)", {tokens.value()}});
        throw StoreError(Failure::Kind::broken, "the store is a newer server's now");
    }
    set_clock(rows.number(0, 2), sent);
    std::vector<Others::Seen> seen;
    for (int row = 0; row < answers[1].size(); ++row)
        seen.push_back({answers[1].number(row, 0), answers[1].text(row, 1), std::chrono::milliseconds(answers[1].number(row, 2)), answers[1].truth(row, 3)});
    others_.look(seen, Clock::now());
    look_for_twins(seen, Clock::now());
    is_one_of_several_ = others_.any();
    return {.generation = rows.text(0, 0), .version = rows.number(0, 1)};
}

}  // namespace muster::storage::postgres
