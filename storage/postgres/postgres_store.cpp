#include "storage/postgres/postgres_store.hpp"

#include <future>

#include "storage/postgres/health.hpp"
#include "storage/postgres/migrations.hpp"
#include "storage/postgres/presence.hpp"
#include "storage/postgres/reader_pool.hpp"
#include "storage/postgres/schema.hpp"
#include "storage/postgres/search_index.hpp"
#include "storage/postgres/transactor.hpp"

namespace muster::storage {

using namespace postgres;

namespace {

std::int64_t all_of(const Counts& counts) { return counts.waiting + counts.running + counts.over; }

std::int64_t seconds(std::chrono::milliseconds time) { return std::chrono::floor<std::chrono::seconds>(time).count(); }

}  // namespace

std::expected<std::unique_ptr<PostgresStore>, Failure> PostgresStore::open(const std::string& address, const std::string& name, PostgresLimits limits) {
    try {
        return std::unique_ptr<PostgresStore>(new PostgresStore(address, name, limits));
    } catch (const std::exception&) {
        return std::unexpected(opening_failure(name));
    }
}

PostgresStore::PostgresStore(const std::string& address, const std::string& name, const PostgresLimits& limits) {
    Tenure tenure(address, name, limits.alone ? Use::alone : Use::shared, {});
    check_settings(tenure.connection(), name);
    tenure.connection().bound_silence({});  // a large store takes its time to be upgraded
    migrate(tenure.connection(), schema_scripts(), readable_from, name);
    set_generation(tenure.connection().run({"SELECT generation FROM meta"}).text(0, 0));
    const std::int64_t battles =
        tenure.connection().run({"SELECT coalesce(sum(battles), 0)::bigint FROM tally WHERE what IN ('waiting', 'running', 'over')"}).number(0, 0);
    readers_ = std::make_unique<ReaderPool>(address, limits.readers, limits.search_time_max, limits.silence_max);
    presence_ = std::make_unique<Presence>(address, limits.url, static_cast<std::int64_t>(schema_scripts().size()), limits.silence_max);
    const DatabaseTransactor::Waits waits{.silence_max = limits.silence_max, .get_through_max = limits.get_through_max};
    transactor_ = std::make_unique<DatabaseTransactor>(address, name, std::move(tenure), *presence_, waits, [this](const std::string& id) { lost(id); });
    writer_ = std::make_unique<GroupWriter>(*transactor_, limits.group);
    presence_->start({.generation = [this](std::string generation) { set_generation(std::move(generation)); },
                      .back = [this] { submit_task([this] { transactor_->recount(); }); },
                      .remembered = [this](const std::string& value) { remembered(value); },
                      .reach =
                          [neighbours = limits.neighbours](bool reached, bool others) {
                              if (neighbours) neighbours->tell_reach(reached, others);
                          },
                      .gone =
                          [neighbours = limits.neighbours](const std::string& url) {
                              if (neighbours) neighbours->tell_gone(url);
                          },
                      .outdated =
                          [neighbours = limits.neighbours] {
                              if (neighbours) neighbours->tell_outdated();
                          },
                      .unreachable =
                          [neighbours = limits.neighbours, url = limits.url] {
                              if (neighbours) neighbours->tell_unreachable(url);
                          }});
    search_index_ = std::make_unique<SearchIndex>(address, limits.search_index_from, [this] {
        const auto found = counts();
        return found ? all_of(*found) : 0;
    });
    search_index_->start(battles);
}

PostgresStore::~PostgresStore() {
    if (writer_) PostgresStore::close();
}

Result PostgresStore::archive(const std::string& /*finished_before*/, const std::atomic<bool>* /*given_up*/) {
    return std::unexpected(Failure{Failure::Kind::refused, "a store in PostgreSQL has no archive: its battles stay where they are"});
}

void PostgresStore::close() {
    std::call_once(closed_, [this] {
        search_index_->stop();
        writer_->close();
        transactor_->leave();
        presence_->stop();
    });
}

void PostgresStore::submit_task(std::function<void()> task) {
    writer_->submit({.what = EngineTask{std::move(task)}, .done = [](const Result&) {}});
}

// On the writer's thread, which alone knows the token, and behind what was queued before.
std::expected<Place, Failure> PostgresStore::claim(const std::string& id) {
    std::promise<Result> done;
    std::optional<Place> place;  // what came after it in its group may have failed
    writer_->submit({.what = EngineTask{[&] { place = transactor_->claim(id); }}, .done = [&](Result result) { done.set_value(std::move(result)); }});
    const auto result = done.get_future().get();
    if (place) return *place;
    return std::unexpected(result ? Failure{Failure::Kind::refused, "the battle could not be claimed"} : result.error());
}

void PostgresStore::let_go(std::int64_t number) {
    submit_task([this, number] { transactor_->let_go(number); });
}

void PostgresStore::hand_over() {
    submit_task([this] { transactor_->hand_over(); });
}

void PostgresStore::on_lost(std::function<void(const std::string& id)> call) {
    const std::scoped_lock lock(heard_mutex_);
    lost_ = std::move(call);
}

void PostgresStore::lost(const std::string& id) {
    const std::scoped_lock lock(heard_mutex_);
    if (lost_) lost_(id);
}

void PostgresStore::on_remembered(std::string key, std::function<void(const std::string& value)> call) {
    {
        const std::scoped_lock lock(heard_mutex_);
        remembered_ = std::move(call);
    }
    presence_->watch(std::move(key));
}

void PostgresStore::remembered(const std::string& value) {
    const std::scoped_lock lock(heard_mutex_);
    if (remembered_) remembered_(value);
}

std::optional<std::int64_t> PostgresStore::clock_ms() const { return presence_->clock_ms(); }

bool PostgresStore::is_near() const { return presence_->is_near(); }

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
    return read([&](BattleReader& reader) { return reader.wakes(count, after, presence_->token()); });
}

std::expected<std::vector<Wake>, Failure> PostgresStore::due_wakes(std::int64_t now_ms, std::size_t count) {
    return read([&](BattleReader& reader) { return reader.due_wakes(now_ms, count); });
}

std::expected<bool, Failure> PostgresStore::is_shared() {
    return read([&](BattleReader& reader) { return reader.is_shared(presence_->token()); });
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
        {"database_away_seconds", "For how long no sign of life has reached the database", Figure::Kind::level, seconds(presence_->away())},
        {"database_away_seconds_total", "Time in which no sign of life reached the database", Figure::Kind::total, seconds(presence_->away_ever())},
        {"search_indexed", "Whether parts of titles and names are looked for by an index, as in a large store", Figure::Kind::level,
         search_index_->is_there() ? 1 : 0},
        {"battles_owned", "Battles that are this server's", Figure::Kind::level, transactor_->battles_owned()},
        {"takeovers_total", "Battles that were taken from servers that are gone", Figure::Kind::total, transactor_->takeovers()},
        {"fenced_steps_total", "Steps that the database refused because their battle is another server's", Figure::Kind::total, transactor_->fenced()},
    };
    return statistics;
}

}  // namespace muster::storage
