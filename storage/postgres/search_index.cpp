#include "storage/postgres/search_index.hpp"

#include <array>

namespace muster::storage::postgres {

namespace {

constexpr std::chrono::hours between_looks{1};
constexpr std::chrono::seconds while_another_makes_it{1};

struct Index {
    const char* name;
    const char* on;  ///< between the table and the class of its operators
    const char* where;
};
constexpr std::array<Index, 2> indexes{
    {{"battles_by_title", "battles USING gin (lower(title) ", ") WHERE visibility = 'public'"}, {"seats_by_name", "seats USING gin (lower(name) ", ")"}}};

}  // namespace

void SearchIndex::start(std::int64_t battles) {
    thread_ = std::thread([this, at_once = battles >= from_] { run(at_once); });
}

void SearchIndex::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    stopped_.notify_one();
    if (thread_.joinable()) thread_.join();
}

bool SearchIndex::wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return stopped_.wait_for(lock, time, [this] { return stopping_.load(); });
}

// Whatever goes wrong, the store is as it was, and is searched without: is_there() tells it.
void SearchIndex::run(bool at_once) {
    for (bool is_large = at_once; !there_; is_large = battles_() >= from_) {
        try {
            if (is_large) make();
        } catch (const std::exception&) {}
        if (there_ || wait(between_looks)) return;
    }
}

// Whoever makes an index waits for all who look at the database: so nobody waits for him in a statement, which would be looking at it. One that is not valid
// was left by a server that went in the midst of it.
void SearchIndex::make() {
    const Patience until_stopped{.given_up = &stopping_};
    Connection connection(address_, Access::write);
    connection.bound_silence({});
    connection.script("SET lock_timeout = 0");
    while (!connection.run({"SELECT pg_try_advisory_lock(1297437524, 1)"}, until_stopped).truth(0, 0))
        if (wait(while_another_makes_it)) return;
    connection.script("CREATE EXTENSION IF NOT EXISTS pg_trgm", until_stopped);
    const std::string schema =
        connection.run({"SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm'"}, until_stopped)
            .text(0, 0);
    bool made = false;
    for (const Index& each : indexes) {
        const std::string name = each.name;
        const Rows found = connection.run({"SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('" + name + "')"}, until_stopped);
        if (!found.empty() && found.truth(0, 0)) continue;
        if (!found.empty()) connection.script("DROP INDEX CONCURRENTLY " + name, until_stopped);
        connection.script("CREATE INDEX CONCURRENTLY " + name + " ON " + each.on + schema + ".gin_trgm_ops" + each.where, until_stopped);
        made = true;
    }
    if (made) connection.script("ANALYZE battles, seats", until_stopped);  // what is rare in them decides how they are searched
    there_ = true;
}

}  // namespace muster::storage::postgres
