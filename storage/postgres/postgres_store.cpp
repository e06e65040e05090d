#include "storage/postgres/postgres_store.hpp"

#include "storage/postgres/health.hpp"
#include "storage/postgres/migrations.hpp"
#include "storage/postgres/reader_pool.hpp"
#include "storage/postgres/schema.hpp"
#include "storage/postgres/transactor.hpp"

namespace muster::storage {

using namespace postgres;

std::expected<std::unique_ptr<PostgresStore>, Failure> PostgresStore::open(const std::string& address, const std::string& name, PostgresLimits limits) {
    try {
        return std::unique_ptr<PostgresStore>(new PostgresStore(address, name, limits));
    } catch (const std::exception&) {
        return std::unexpected(opening_failure(name));
    }
}

PostgresStore::PostgresStore(const std::string& address, const std::string& name, const PostgresLimits& limits) {
    Tenure tenure(address, name, {});
    check_settings(tenure.connection(), name);
    tenure.connection().bound_silence({});  // a large store takes its time to be upgraded
    migrate(tenure.connection(), schema_scripts(), readable_from, name);
    set_generation(tenure.connection().run({"SELECT generation FROM meta"}).text(0, 0));
    readers_ = std::make_unique<ReaderPool>(address, limits.readers, limits.search_time_max, limits.silence_max);
    const DatabaseTransactor::Patience patience{.silence_max = limits.silence_max, .get_through_max = limits.get_through_max};
    transactor_ = std::make_unique<DatabaseTransactor>(address, name, std::move(tenure), patience);
    writer_ = std::make_unique<GroupWriter>(*transactor_, limits.group);
}

PostgresStore::~PostgresStore() {
    if (writer_) PostgresStore::close();
}

Result PostgresStore::archive(const std::string& /*finished_before*/, const std::atomic<bool>* /*given_up*/) {
    return std::unexpected(Failure{Failure::Kind::refused, "a store in PostgreSQL has no archive: its battles stay where they are"});
}

void PostgresStore::close() {
    std::call_once(closed_, [this] {
        writer_->close();
        transactor_->leave();
    });
}

template <typename Ask>
auto PostgresStore::read(const Ask& ask) {
    using Read = decltype(readers_->read(ask));
    if (transactor_->is_in_doubt())
        return Read(std::unexpected(Failure{Failure::Kind::refused, "the database does not answer, and what it stored last is not known yet"}));
    return readers_->read(ask);
}

std::expected<std::optional<StoredBattle>, Failure> PostgresStore::load(const std::string& id, const std::atomic<bool>* given_up) {
    return read([&](BattleReader& reader) { return reader.load(id, given_up); });
}

std::expected<std::optional<StoredBattle>, Failure> PostgresStore::outline(const std::string& id) {
    return read([&](BattleReader& reader) { return reader.outline(id); });
}

std::expected<std::vector<Step>, Failure> PostgresStore::events_after(std::int64_t number, std::int64_t seq, std::size_t bytes_max) {
    return read([&](BattleReader& reader) { return reader.events_after(number, seq, bytes_max); });
}

std::expected<std::optional<Summary>, Failure> PostgresStore::summary(const std::string& id) {
    return read([&](BattleReader& reader) { return reader.summary(id); });
}

std::expected<std::vector<Summary>, Failure> PostgresStore::list(const Query& query) {
    return read([&](BattleReader& reader) { return reader.list(query); });
}

std::expected<Counts, Failure> PostgresStore::counts() {
    return read([](BattleReader& reader) { return reader.counts(); });
}

std::expected<std::vector<Wake>, Failure> PostgresStore::wakes(std::size_t count, const Wake& after) {
    return read([&](BattleReader& reader) { return reader.wakes(count, after); });
}

std::expected<std::vector<std::string>, Failure> PostgresStore::keys_of_unfinished() {
    return read([](BattleReader& reader) { return reader.keys_of_unfinished(); });
}

std::expected<std::string, Failure> PostgresStore::recall(const std::string& key) {
    return read([&](BattleReader& reader) { return reader.recall(key); });
}

std::expected<std::vector<Uncounted>, Failure> PostgresStore::uncounted(std::int64_t after, int count) {
    return read([&](BattleReader& reader) { return reader.uncounted(after, count); });
}

std::expected<std::vector<DiceSum>, Failure> PostgresStore::dice(const std::string& from, const std::string& to) {
    return read([&](BattleReader& reader) { return reader.dice(from, to); });
}

std::expected<std::optional<Witnessed>, Failure> PostgresStore::witnessed(const std::string& start) {
    return read([&](BattleReader& reader) { return reader.witnessed(start); });
}

Statistics PostgresStore::statistics() const {
    Statistics statistics = writer_->statistics();
    statistics.figures = {
        {"database_connections_total", "Connections over which the database was written to; one, unless it went away in between", Figure::Kind::total,
         transactor_->connections()},
        {"database_in_doubt", "Whether it is not known what became of the last commit, because the database does not answer", Figure::Kind::level,
         transactor_->is_in_doubt() ? 1 : 0},
    };
    return statistics;
}

}  // namespace muster::storage
