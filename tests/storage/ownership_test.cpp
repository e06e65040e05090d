// Several stores on one database, as several servers have them: whose a battle is, and who may write it.
#include <doctest/doctest.h>

#include <algorithm>
#include <future>
#include <mutex>
#include <set>

#include "storage/open.hpp"
#include "storage/postgres/connection.hpp"
#include "storage/postgres/living.hpp"
#include "storage/postgres/migrations.hpp"
#include "storage/postgres/postgres_store.hpp"
#include "tests/storage/support.hpp"
#include "tests/support/bad_proxy.hpp"
#include "tests/support/postgres.hpp"
#include "tests/support/wait_until.hpp"

namespace muster::storage::tests {

namespace {

using postgres::Access;
using postgres::Connection;
using test::Postgres;

struct Database {
    Postgres& server = Postgres::instance();
    const std::string address = server.new_database();

    Database() = default;
    ~Database() { server.drop(address); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    std::unique_ptr<PostgresStore> open(const std::string& url = "", Neighbours* neighbours = nullptr) const {
        auto opened = PostgresStore::open(address, "the store", {.url = url, .neighbours = neighbours});
        REQUIRE_MESSAGE(opened, opened.error().message);
        return std::move(*opened);
    }
    std::string run(const std::string& sql) const { return server.run(address, sql); }
};

Place claimed(Store& store, const std::string& id) {
    const auto place = store.claim(id);
    REQUIRE_MESSAGE(place, place.error().message);
    return *place;
}

/// A server of the database that is this test's: it has battle `b1` of the store's, which has let go of it.
struct Stranger {
    explicit Stranger(const Database& database, std::int64_t number) : connection(std::in_place, database.address, Access::write) {
        database.run(
            "INSERT INTO nodes VALUES (77, 'http://stranger:8080', clock_timestamp() + interval '1 hour', 0)");  // so it is not silent while this lasts
        connection->run({"SELECT pg_advisory_lock(77)"});
        database.run("UPDATE heads SET owner = 77 WHERE battle = " + std::to_string(number));
    }
    std::optional<Connection> connection;
};

/// What a server was told of those that are gone.
class Gone {
public:
    Gone() {
        neighbours.on_gone([this](const std::string& url) {
            const std::scoped_lock lock(mutex_);
            urls_.push_back(url);
        });
    }
    void wait_for(const std::vector<std::string>& urls) {
        test::wait_until([&] { return told() == urls; });
    }
    std::vector<std::string> told() {
        const std::scoped_lock lock(mutex_);
        return urls_;
    }

    Neighbours neighbours{};

private:
    std::mutex mutex_{};
    std::vector<std::string> urls_{};
};

/// Until the server has seen how the others are since now.
void wait_until_it_looked(const Database& database, const std::string& url) {
    for (int looks = 0; looks < 2; ++looks) {  // one may have been under way
        const auto seen = [&] { return database.run("SELECT max(seen) FROM nodes WHERE url = '" + url + "'"); };
        const std::string before = seen();
        test::wait_until([&] { return seen() != before; });
    }
}

/// Says of all of the store's servers that nobody has seen them for long, until `store` has taken the battle from the one whose it is.
void take_from_silent(const Database& database, Store& store, const std::string& id) {
    do database.run("UPDATE nodes SET seen = clock_timestamp() - interval '10 s'");
    while (!claimed(store, id).here);
}

class Lost {
public:
    explicit Lost(Store& store) {
        store.on_lost([this](const std::string& id) {
            const std::scoped_lock lock(mutex_);
            ids_.insert(id);
        });
    }
    void wait_for(const std::string& id) {
        while (!has(id)) std::this_thread::yield();
    }
    bool has(const std::string& id) {
        const std::scoped_lock lock(mutex_);
        return ids_.contains(id);
    }

private:
    std::mutex mutex_{};
    std::set<std::string> ids_{};
};

}  // namespace

TEST_CASE("a new battle is its maker's: others are told where it is, and may have it once it is let go of") {
    const Database database;
    const auto one = database.open("http://one:8080"), other = database.open("http://other:8080");
    const auto number = *create(*one, "b1");
    const Place elsewhere = claimed(*other, "b1");
    CHECK(!elsewhere.here);
    CHECK(elsewhere.url == "http://one:8080");
    const Result refused = append(*other, number, step(2));
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::elsewhere);
    CHECK(claimed(*one, "b1").here);
    CHECK(append(*one, number, step(2)));

    one->let_go(number);
    REQUIRE(remember(*one, "after", "that"));  // what was queued before is done
    CHECK(append(*one, number, step(3)).error().kind == Failure::Kind::elsewhere);
    const Place here = claimed(*other, "b1");
    CHECK(here.here);
    CHECK(here.number == number);
    CHECK(!here.away_ms);
    CHECK(append(*other, number, step(3)));
    CHECK(!claimed(*one, "b1").here);
}

TEST_CASE("what is let go of and wanted again at once stays where it is") {
    const Database database;
    const auto store = database.open();
    const auto number = *create(*store, "b1");
    std::future<Result> appended;
    std::future<std::expected<storage::Place, Failure>> claiming;
    {
        const BusyWriter busy(*store, "busy");
        store->let_go(number);
        claiming = std::async(std::launch::async, [&] { return store->claim("b1"); });
        while (store->statistics().waiting < 2) std::this_thread::yield();
        appended = append_later(*store, number, step(2));
    }
    CHECK(appended.get());
    CHECK(claimed(*store, "b1").here);
}

TEST_CASE("of several that claim a battle at once one has it") {
    const Database database;
    const auto one = database.open(), other = database.open();
    for (int i = 0; i < 30; ++i) {
        const std::string id = "b" + std::to_string(i);
        one->let_go(*create(*one, id));
        REQUIRE(remember(*one, "round", id));
        auto first = std::async(std::launch::async, [&] { return claimed(*one, id).here; });
        const bool second = claimed(*other, id).here;
        CHECK(first.get() != second);
    }
}

TEST_CASE("a battle of a server that died is taken when its lock is free, and while it is not and the server is seen, nobody takes it") {
    const Database database;
    const auto store = database.open();
    const auto number = *create(*store, "b1");
    Stranger stranger(database, number);
    const Place elsewhere = claimed(*store, "b1");
    CHECK(!elsewhere.here);
    CHECK(elsewhere.url == "http://stranger:8080");
    CHECK(store->is_shared().value());
    stranger.connection.reset();
    while (!claimed(*store, "b1").here) std::this_thread::yield();
    CHECK(append(*store, number, step(2)));
    CHECK(!store->is_shared().value());
}

TEST_CASE("a battle of a server that holds its lock but was not seen for long is taken, and how long that was is told") {
    const Database database;
    const auto store = database.open();
    const auto number = *create(*store, "b1");
    const Stranger stranger(database, number);
    CHECK(!claimed(*store, "b1").here);
    database.run("UPDATE nodes SET seen = clock_timestamp() - interval '10 s' WHERE owner = 77");
    const Place place = claimed(*store, "b1");
    CHECK(place.here);
    CHECK(place.away_ms.value_or(0) >= 10'000);
}

TEST_CASE("a server is told which others are gone, and not of one that only changed its connection, or whose connection broke a moment ago") {
    Gone gone;
    const Database database;
    const auto store = database.open("http://own:8080", &gone.neighbours);
    const auto number = *create(*store, "b1");
    Stranger stranger(database, number);
    wait_until_it_looked(database, "http://own:8080");
    stranger.connection.reset();
    wait_until_it_looked(database, "http://own:8080");
    CHECK(gone.told().empty());  // it has been seen, as far as its row says
    database.run("INSERT INTO nodes VALUES (78, 'http://stranger:8080', clock_timestamp() + interval '1 hour', 0)");
    Connection again(database.address, Access::write);
    again.run({"SELECT pg_advisory_lock(78)"});
    wait_until_it_looked(database, "http://own:8080");
    database.run("DELETE FROM nodes WHERE owner = 77");
    wait_until_it_looked(database, "http://own:8080");
    CHECK(gone.told().empty());

    database.run("UPDATE nodes SET seen = clock_timestamp() WHERE owner = 78");
    gone.wait_for({"http://stranger:8080"});
    CHECK(claimed(*store, "b1").here);
}

TEST_CASE("a server that is busy keeps its battles: that it lives is said whatever its writer waits for") {
    const Database database;
    const auto busy = database.open("http://busy:8080"), other = database.open();
    REQUIRE(create(*busy, "b1"));
    const BusyWriter writer(*busy, "busy");
    const std::string since = database.run("SELECT seen FROM nodes WHERE url = 'http://busy:8080'");
    const std::string longer = "SELECT max(seen) > timestamptz '" + since + "' + interval '" + std::to_string(2 * postgres::lease.count()) +
                               " ms' FROM nodes WHERE url = 'http://busy:8080'";
    while (database.run(longer) != "t") REQUIRE(!claimed(*other, "b1").here);
}

TEST_CASE("a server that does not reach the database says that it cannot do its work before another takes its battles") {
    const Database database;
    test::BadProxy line(database.server.socket(), {});
    auto opened = PostgresStore::open(database.server.address_at(database.address, line.port()), "the store", {.url = "http://cut:8080"});
    REQUIRE_MESSAGE(opened, opened.error().message);
    auto& cut = **opened;
    const auto other = database.open();
    REQUIRE(create(cut, "b1"));
    wait_until_it_looked(database, "http://cut:8080");  // it knows that it is not alone
    line.go_dead();
    test::wait_until([&] { return claimed(*other, "b1").here; });
    CHECK(!cut.is_near());
    line.come_back();
    test::wait_until([&] { return cut.is_near(); });
}

TEST_CASE("who was silent for too long writes nothing of what others took meanwhile, and hears which that is") {
    const Database database;
    const auto stale = database.open(), next = database.open();
    Lost lost(*stale);
    const auto taken = *create(*stale, "taken"), kept = *create(*stale, "kept");
    take_from_silent(database, *next, "taken");
    CHECK(append(*next, taken, step(2, "next\n")));
    const Result late = append(*stale, taken, step(2, "stale\n"));
    REQUIRE(!late);
    CHECK(late.error().kind == Failure::Kind::elsewhere);
    CHECK(append(*stale, kept, step(2)));
    CHECK(load(*next, "taken").steps.at(1).events == "next\n");
    CHECK(!lost.has("kept"));
    CHECK(figure(*stale, "fenced_steps_total") == 1);
    CHECK(figure(*stale, "battles_owned") == 1);
    CHECK(figure(*next, "fenced_steps_total") == 0);
    CHECK(figure(*next, "takeovers_total") == 1);
    CHECK(figure(*next, "battles_owned") == 1);
}

TEST_CASE("who comes back over another connection hears what others took meanwhile") {
    const Database database;
    const auto stale = database.open(), next = database.open();
    Lost lost(*stale);
    const auto kept = *create(*stale, "kept");
    REQUIRE(create(*stale, "taken"));
    take_from_silent(database, *next, "taken");
    database.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'musterd'");
    CHECK(append(*stale, kept, step(2)));
    lost.wait_for("taken");
    CHECK(!lost.has("kept"));
}

TEST_CASE("who shares a store and does not reach it any more says so until it does; who has one alone only waits") {
    const Database shared, own;
    const auto one = shared.open(), other = shared.open(), lone = own.open();
    CHECK(other->is_near());
    shared.server.stop();
    while (other->is_near()) std::this_thread::yield();
    CHECK(lone->is_near());
    while (figure(*other, "database_away_seconds") < 2) std::this_thread::yield();
    shared.server.start();
    while (!other->is_near()) std::this_thread::yield();
    CHECK(figure(*other, "database_away_seconds") == 0);
    CHECK(figure(*other, "database_away_seconds_total") >= 2);
}

TEST_CASE("who ends hands over: everything may be had at once, also what was being stored, and nothing is written any more") {
    const Database database;
    const auto first = database.open(), second = database.open();
    const auto number = *create(*first, "b1");
    REQUIRE(claimed(*first, "b1").here);
    auto last = append_later(*first, number, step(2));
    first->hand_over();
    REQUIRE(remember(*first, "after", "that"));
    const auto late = append(*first, number, step(3));
    REQUIRE(!late);
    CHECK(late.error().kind == Failure::Kind::elsewhere);
    CHECK(last.get());
    const Place place = claimed(*second, "b1");
    CHECK(place.here);
    CHECK(!place.away_ms);
    CHECK(load(*second, "b1").steps.size() == 2);
}

TEST_CASE("a store that was closed leaves nothing behind that is anybody's") {
    const Database database;
    REQUIRE(create(*database.open(), "b1"));
    CHECK(database.run("SELECT count(*) FROM nodes") == "0");
    CHECK(database.run("SELECT owner FROM heads") == "0");
}

TEST_CASE("an ended battle is one server's too while it is in a memory, so that words which are added to it reach everybody") {
    const Database database;
    const auto one = database.open("http://one:8080"), other = database.open();
    const auto number = *create(*one, "b1");
    REQUIRE(append(*one, number, last_step(2, "2026-11-21T20:49:00.123Z")));
    CHECK(append(*one, number, step(3)));
    CHECK(!claimed(*other, "b1").here);
    CHECK(claimed(*other, "b1").url == "http://one:8080");
    CHECK(!append(*other, number, step(4)));
    one->let_go(number);
    REQUIRE(remember(*one, "after", "that"));
    CHECK(claimed(*other, "b1").here);
    CHECK(append(*other, number, step(4)));
    CHECK(!append(*one, number, step(5)));
    CHECK(load(*one, "b1").steps.size() == 4);
    CHECK(claimed(*other, "never").here);
}

TEST_CASE("battles whose time has come are told to all where they are nobody's that lives, a few at a time, and only then") {
    const Database database;
    const auto one = database.open(), other = database.open();
    for (int i = 0; i < 4; ++i) {
        Step first = step(1);
        first.wake_at = 100 + i;
        REQUIRE(create(*one, header("b" + std::to_string(i)), two_seats(), first));
    }
    CHECK(other->due_wakes(1'000, 50)->empty());
    CHECK(other->wakes(50, {})->empty());
    CHECK(one->wakes(50, {})->size() == 4);
    one->hand_over();
    REQUIRE(remember(*one, "after", "that"));
    CHECK(other->due_wakes(102, 50)->size() == 3);
    CHECK(other->due_wakes(1'000, 2).value() == std::vector<Wake>{{"b0", 100}, {"b1", 101}});
    REQUIRE(claimed(*other, "b0").here);
    CHECK(one->due_wakes(100, 50)->empty());
}

TEST_CASE("of what several servers draw that start at once the first one's counts") {
    const Database database;
    auto opening = std::async(std::launch::async, [&] { return database.open(); });
    const auto one = database.open();
    const auto other = opening.get();
    const auto draw = [](Store& store, const std::string& value) {
        const auto promise = std::make_shared<std::promise<Result>>();
        store.remember_first("key", value, fulfil(promise));
        REQUIRE(promise->get_future().get());
        return *store.recall("key");
    };
    auto first = std::async(std::launch::async, [&] { return draw(*one, "one"); });
    const auto second = draw(*other, "other");
    CHECK(first.get() == second);
    CHECK(one->generation() == other->generation());
}

TEST_CASE("a commit without an answer that was not stored is stored again, once") {
    const Database database;
    const auto store = database.open();
    const auto number = *create(*store, "b1");
    database.run("CREATE SEQUENCE blows");
    database.run(
        "CREATE FUNCTION blow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('blows') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); "
        "END IF; RETURN NEW; END $$");
    database.run("CREATE TRIGGER blow BEFORE INSERT ON steps FOR EACH ROW EXECUTE FUNCTION blow()");
    CHECK(append(*store, number, step(2)));
    CHECK(load(*store, "b1").steps.size() == 2);
    CHECK(figure(*store, "database_connections_total") == 2);
}

namespace {

/// The database stores commits but does not answer them before it is let: as where it waits for a standby that is gone.
class Unanswered {
public:
    explicit Unanswered(const Database& database) : database_(database) {
        database_.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        database_.run("SELECT pg_reload_conf()");
        test::wait_until([&] { return leaves_a_commit_unanswered(); });
    }
    ~Unanswered() { answer(); }
    Unanswered(const Unanswered&) = delete;
    Unanswered& operator=(const Unanswered&) = delete;
    void wait_for_one() const {
        test::wait_until([&] { return one_waits(); });
    }
    void cut() const { database_.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'"); }
    void answer() {
        if (std::exchange(answered_, true)) return;
        database_.run("ALTER SYSTEM RESET synchronous_standby_names");
        database_.run("SELECT pg_reload_conf()");
    }

private:
    bool one_waits() const {
        return database_.run("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'") != "0";
    }
    // The processes of the database hear of a setting one after the other, so it is tried whether it holds.
    bool leaves_a_commit_unanswered() const {
        auto trial = std::async(std::launch::async, [&] { database_.run("SELECT pg_logical_emit_message(true, 'trial', '')"); });
        bool waits = false;
        while (!waits && trial.wait_for(std::chrono::seconds(0)) != std::future_status::ready) waits = one_waits();
        if (waits) database_.run("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'");
        trial.get();
        return waits;
    }

    const Database& database_;
    bool answered_ = false;
};

}  // namespace

TEST_CASE("a commit without an answer that was stored is not stored again") {
    const Database database;
    const auto store = database.open();
    const auto number = *create(*store, "b1");
    Unanswered unanswered(database);
    auto appended = append_later(*store, number, step(2));
    unanswered.wait_for_one();
    unanswered.cut();
    unanswered.answer();
    CHECK(appended.get());
    CHECK(load(*store, "b1").steps.size() == 2);
    CHECK(append(*store, number, step(3)));
}

TEST_CASE("of a commit without an answer that another has written behind since nobody can say that it was not stored") {
    const Database database;
    const auto store = database.open();
    const auto number = *create(*store, "b1");
    Unanswered unanswered(database);
    auto appended = append_later(*store, number, step(2));
    unanswered.wait_for_one();
    // Comes before the store, which shares this lock, when its connection ends.
    Connection stranger(database.address, Access::write);
    stranger.script("SET synchronous_commit = local; SET lock_timeout = 0");
    auto waiting = std::async(std::launch::async, [&] { stranger.script("SELECT pg_advisory_lock(1297437524, hashtext(current_schema()))"); });
    while (database.run("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") == "0") std::this_thread::yield();
    unanswered.cut();
    waiting.get();
    stranger.script("UPDATE heads SET owner = 77, writer = 77, step = step + 1");
    stranger.script("SELECT pg_advisory_unlock_all()");
    unanswered.answer();
    const Result result = appended.get();
    REQUIRE(!result);
    CHECK(result.error().kind == Failure::Kind::unknown);
    CHECK(load(*store, "b1").steps.size() == 2);
}

namespace {

/// The store is brought up to date by another server, until this goes, while it is being opened.
class BroughtUpToDate {
public:
    explicit BroughtUpToDate(const Database& database) : database_(database), migrating_(std::in_place, database.address, Access::write) {
        migrating_->script("BEGIN; SELECT pg_advisory_xact_lock(1297437524, 0)");
        opening_ = std::async(std::launch::async, [&] { return PostgresStore::open(database_.address, "the store"); });
    }
    ~BroughtUpToDate() { migrating_.reset(); }
    BroughtUpToDate(const BroughtUpToDate&) = delete;
    BroughtUpToDate& operator=(const BroughtUpToDate&) = delete;

    /// Until it has been waited for so long; false: whoever opened did not wait for it.
    bool is_waited_for(const std::string& time) const {
        const std::string waiting =
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND waitstart <= clock_timestamp() - interval '" + time +
            "' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        bool waits = false;
        test::wait_until([&] {
            waits = database_.run(waiting) != "0";
            return waits || opening_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        });
        return waits;
    }
    auto opened() {
        migrating_.reset();
        return opening_.get();
    }
    auto opened_anyway() { return opening_.get(); }

private:
    const Database& database_;
    std::optional<Connection> migrating_;
    std::future<decltype(PostgresStore::open("", ""))> opening_{};
};

}  // namespace

TEST_CASE("who starts while another server brings the store up to date waits longer than for any other lock, and starts") {
    const Database database;
    BroughtUpToDate other(database);
    CHECK(other.is_waited_for("1500 ms"));
    const auto opened = other.opened();
    REQUIRE_MESSAGE(opened, opened.error().message);
    CHECK(create(**opened, "b1"));
}

TEST_CASE("who is cut off while another server brings the store up to date says that it was not brought there") {
    const Database database;
    BroughtUpToDate other(database);
    CHECK(other.is_waited_for("0"));
    database.run(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted "
        "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    const auto refused = other.opened_anyway();
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::refused);
    CHECK_MESSAGE(contains(refused.error().message, "the store could not be brought to schema version"), refused.error().message);
}

TEST_CASE("who hangs between two scripts that bring the store up to date is cut off, and nobody waits long for a lock behind others") {
    const Database database;
    Connection connection(database.address, Access::write);
    const std::vector<std::string> scripts{
        "CREATE TABLE meta (schema BIGINT, readable_from BIGINT, generation TEXT);"
        "CREATE TABLE bounds AS SELECT current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('lock_timeout') AS locked"};
    postgres::migrate(connection, scripts, 1, "the store");
    CHECK(database.run("SELECT idle || ', ' || locked FROM bounds") == "1min, 1s");
    CHECK(connection.run({"SHOW idle_in_transaction_session_timeout"}).text(0, 0) == "0");
}

TEST_CASE("what one server of a store remembers anew the others hear, the latest at last") {
    const Database database;
    const auto one = database.open(), other = database.open();
    std::mutex mutex;
    std::vector<std::string> heard;
    const auto last = [&] {
        const std::scoped_lock lock(mutex);
        return heard.empty() ? "nothing" : heard.back();
    };
    other->on_remembered("bans", [&](const std::string& value) {
        const std::scoped_lock lock(mutex);
        heard.push_back(value);
    });
    while (last() != "") std::this_thread::yield();  // that nothing is kept yet
    for (const auto* value : {"first", "second", "third"}) {
        REQUIRE(remember(*one, "bans", value));
        REQUIRE(remember(*one, "another", value));
        while (last() != value) std::this_thread::yield();
    }
    CHECK(heard.size() == 4);
    database.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'musterd'");
    REQUIRE(remember(*one, "bans", "fourth"));
    while (last() != "fourth") std::this_thread::yield();
    other->close();
}

TEST_CASE("all servers of a store go by the clock of its database") {
    const Database database;
    const auto one = database.open(), other = database.open();
    const auto now = [&] { return std::stoll(database.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")); };
    const auto is_right = [&](const Store& store) {
        const auto before = now();
        const auto told = store.clock_ms().value_or(0);
        return told >= before - 500 && told <= now() + 500;
    };
    // As exactly as a sign of life, by which it is known, was on its way at its fastest.
    for (const auto* store : {one.get(), other.get()})
        while (!is_right(*store)) std::this_thread::yield();
}

TEST_CASE("the operator is told which servers a store has, who of them lives and how many battles each has") {
    const Database database;
    const auto reader = [&] {
        auto opened = open_reader(*location_of(database.address));
        REQUIRE_MESSAGE(opened, opened.error().message);
        return std::move(*opened);
    };
    const auto one = database.open("http://one:8080"), other = database.open("http://other:8080");
    const auto left = *create(*one, "left");
    for (const auto* id : {"a", "b", "c"}) REQUIRE(create(*one, id));
    const auto due = *create(*other, "due");
    REQUIRE(append(*other, due, {.first_seq = 2, .last_seq = 1, .wake_at = *other->clock_ms() - 60'000}));
    one->let_go(left);
    REQUIRE(remember(*one, "after", "that"));
    const auto living = reader()->nodes();
    REQUIRE(living);
    REQUIRE(*living);
    const auto& all = **living;
    CHECK(all.nobodys == 1);
    CHECK(all.schema >= all.readable_from);
    REQUIRE(all.nodes.size() == 2);
    CHECK(all.nodes[0].url == "http://one:8080");
    CHECK(all.nodes[0].lives);
    CHECK(all.nodes[0].battles == 3);
    CHECK(all.nodes[0].late_ms == 0);
    CHECK(all.nodes[0].seen_ms);
    CHECK(all.nodes[1].url == "http://other:8080");
    CHECK(all.nodes[1].battles == 1);
    CHECK(all.nodes[1].late_ms >= 59'000);

    const Stranger stranger(database, due);
    database.run("UPDATE nodes SET seen = clock_timestamp() - interval '10 s' WHERE owner = 77");
    const auto with_gone = reader()->nodes();
    REQUIRE(with_gone);
    REQUIRE((*with_gone)->nodes.size() == 3);
    const auto& gone = (*with_gone)->nodes[1];  // of two with one battle each the first by name
    const auto& dead = gone.url.contains("stranger") ? gone : (*with_gone)->nodes[2];
    CHECK(dead.url == "http://stranger:8080");
    CHECK(!dead.lives);
    CHECK(dead.seen_ms.value_or(0) >= 10'000);

    database.run("DELETE FROM nodes WHERE owner = 77");
    database.run("UPDATE heads SET owner = 78 WHERE owner = 77");
    const auto forgotten = reader()->nodes();
    REQUIRE(forgotten);
    CHECK(std::ranges::any_of((*forgotten)->nodes, [](const auto& each) { return !each.lives && !each.seen_ms && each.battles == 1; }));
}

}  // namespace muster::storage::tests
