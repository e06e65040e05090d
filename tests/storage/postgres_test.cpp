// What happens to a store in PostgreSQL when the database, or the way to it, goes; and who may write there.
#include "storage/postgres/postgres_store.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <latch>
#include <sstream>
#include <vector>

#include "storage/copies.hpp"
#include "storage/location.hpp"
#include "storage/open.hpp"
#include "storage/postgres/address.hpp"
#include "storage/postgres/connection.hpp"
#include "tests/storage/support.hpp"
#include "tests/support/postgres.hpp"

namespace muster::storage::tests {

namespace {

using postgres::Access;
using postgres::Connection;
using test::Postgres;

/// A database, and the store in it.
struct Place {
    Postgres& server = Postgres::instance();
    const std::string address = server.new_database();

    ~Place() { server.drop(address); }
    Place() = default;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    std::unique_ptr<PostgresStore> open(const PostgresLimits& limits = {}) const {
        auto opened = PostgresStore::open(address, "the store", limits);
        REQUIRE_MESSAGE(opened, opened.error().message);
        return std::move(*opened);
    }
    std::string run(const std::string& sql) const { return server.run(address, sql); }
    std::string cut() const {
        return run("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'musterd'");
    }
};

/// Connections of the store to the database that hear and say nothing, as if something on the way swallowed all, until this goes.
class Silenced {
public:
    /// `which`: of pg_stat_activity.
    Silenced(const Place& place, const std::string& which) {
        const std::string found = place.run(
            "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE datname = current_database() AND "
            "application_name = 'musterd' AND " +
            which);
        for (std::istringstream all(found); all >> std::ws && !all.eof();) all >> processes_.emplace_back();
        REQUIRE(!processes_.empty());
        for (const pid_t each : processes_) ::kill(each, SIGSTOP);
    }
    ~Silenced() {
        for (const pid_t each : processes_) ::kill(each, SIGCONT);
    }
    Silenced(const Silenced&) = delete;
    Silenced& operator=(const Silenced&) = delete;

private:
    std::vector<pid_t> processes_{};
};

const std::string writers = "pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')";

/// Battles that each append their next step as soon as the last one is answered, until told to stop; what was acknowledged of each.
class Fight {
public:
    Fight(Store& store, int battles) : store_(store), acknowledged_(static_cast<std::size_t>(battles)), finished_(battles) {
        for (int i = 0; i < battles; ++i) {
            const auto number = create(store, "fight " + std::to_string(i));
            REQUIRE(number);
            acknowledged_[static_cast<std::size_t>(i)] = 1;
            go_on(static_cast<std::size_t>(i), *number);
        }
    }
    ~Fight() { stop(); }
    Fight(const Fight&) = delete;
    Fight& operator=(const Fight&) = delete;

    std::int64_t steps() const { return steps_; }
    void wait_for_more(std::int64_t steps) const {
        for (const auto enough = steps_ + steps; steps_ < enough && !failed_;) std::this_thread::yield();
    }
    void stop() {
        if (stopping_.exchange(true)) return;
        finished_.wait();
    }
    /// The first failure, if there was one.
    std::string failure() const { return failed_ ? failure_ : ""; }

    /// Each acknowledged step is stored, once and in order.
    void check() const {
        for (std::size_t i = 0; i < acknowledged_.size(); ++i) {
            const auto steps = load(store_, "fight " + std::to_string(i)).steps;
            REQUIRE(static_cast<std::int64_t>(steps.size()) == acknowledged_[i]);
            for (std::size_t seq = 1; seq < steps.size(); ++seq) {
                REQUIRE(steps[seq].first_seq == static_cast<std::int64_t>(seq + 1));
                REQUIRE(steps[seq].events == "event " + std::to_string(seq + 1) + "\n");
            }
        }
    }

private:
    void go_on(std::size_t battle, std::int64_t number) {
        const std::int64_t next = acknowledged_[battle] + 1;
        store_.write_one(Append{number, step(next, "event " + std::to_string(next) + "\n")}, [this, battle, number, next](const Result& result) {
            if (result) {
                acknowledged_[battle] = next;
                ++steps_;
            } else if (!failed_.exchange(true)) {
                failure_ = result.error().message;
            }
            if (!result || stopping_) return finished_.count_down();
            go_on(battle, number);
        });
    }

    Store& store_;
    std::vector<std::int64_t> acknowledged_;
    std::atomic<std::int64_t> steps_ = 0;
    std::atomic<bool> stopping_ = false;
    std::atomic<bool> failed_ = false;
    std::string failure_{};
    std::latch finished_;
};

}  // namespace

TEST_CASE("connections that are cut while steps are committed are found out about: nothing acknowledged is lost, nothing is there twice, nobody notices") {
    const Place place;
    const auto store = place.open();
    Fight fight(*store, 5);
    for (int i = 0; i < 20; ++i) {
        fight.wait_for_more(3);
        place.cut();
    }
    fight.wait_for_more(3);
    fight.stop();
    CHECK(fight.failure().empty());
    fight.check();
    CHECK(figure(*store, "database_connections_total") > 5);
    CHECK(figure(*store, "database_in_doubt") == 0);
}

TEST_CASE("a database that is restarted or that crashes while steps are committed loses nothing that was acknowledged, and nobody notices") {
    Place place;
    const auto store = place.open();
    Fight fight(*store, 5);
    for (int i = 0; i < 3; ++i) {
        fight.wait_for_more(10);
        i % 2 == 0 ? place.server.crash() : place.server.restart();
    }
    fight.wait_for_more(10);
    fight.stop();
    CHECK(fight.failure().empty());
    fight.check();
}

TEST_CASE("a database that crashed and came back while nobody wrote is written to as if nothing had been") {
    Place place;
    const auto store = place.open();
    const std::int64_t number = *create(*store, "b1");
    REQUIRE(store->load("b1"));
    place.server.crash();
    REQUIRE(append(*store, number, step(2)));
    CHECK(load(*store, "b1").steps.size() == 2);
}

TEST_CASE("new battles, memos and sums are found out about too when the connection is cut while they are committed") {
    const Place place;
    const auto store = place.open();
    const auto while_cut = [&](const auto& write) {
        const auto cut = std::async(std::launch::async, [&] { return place.cut(); });
        const Result result = write();
        REQUIRE_MESSAGE(result, result.error().message);
        return *result;
    };
    for (int i = 0; i < 30; ++i) {
        const auto made = while_cut([&] { return create(*store, "b" + std::to_string(i)); });
        while_cut([&] { return append(*store, made, step(2)); });
        while_cut([&] { return remember(*store, "last", std::to_string(i)); });
    }
    CHECK(store->recall("last") == "29");
    CHECK(store->counts()->waiting == 30);
    for (int i = 0; i < 30; ++i) CHECK(load(*store, "b" + std::to_string(i)).steps.size() == 2);
}

TEST_CASE("while the database is away what is under way is unknown, all else refused, and it goes on by itself when the database is back") {
    Place place;
    const auto store = place.open({.get_through_max = std::chrono::milliseconds(100)});
    const std::int64_t number = *create(*store, "b1");
    place.server.stop();
    const Result unknown = append(*store, number, step(2));
    CHECK(!unknown);
    CHECK(unknown.error().kind == Failure::Kind::unknown);
    CHECK(contains(unknown.error().message, "it is not known whether it was stored"));
    CHECK(append(*store, number, step(2)).error().kind == Failure::Kind::refused);
    CHECK(store->load("b1").error().kind == Failure::Kind::refused);
    CHECK(contains(store->load("b1").error().message, "not known yet"));
    CHECK(figure(*store, "database_in_doubt") == 1);
    place.server.start();
    REQUIRE(append(*store, number, step(2)));
    CHECK(load(*store, "b1").steps.size() == 2);
    CHECK(figure(*store, "database_in_doubt") == 0);
}

TEST_CASE("what is in doubt is found out also when nobody writes any more") {
    Place place;
    const auto store = place.open({.group = {.rest_after = std::chrono::milliseconds(20)}, .get_through_max = std::chrono::milliseconds(0)});
    const std::int64_t number = *create(*store, "b1");
    place.server.stop();
    REQUIRE(append(*store, number, step(2)).error().kind == Failure::Kind::unknown);
    place.server.start();
    while (figure(*store, "database_in_doubt") != 0) std::this_thread::yield();
    CHECK(load(*store, "b1").steps.size() == 1);
}

TEST_CASE("a database that is stopped as a whole while steps are committed, and goes on later, loses nothing that was acknowledged, and nobody notices") {
    Place place;
    const auto store = place.open({.silence_max = std::chrono::milliseconds(500), .get_through_max = std::chrono::seconds(60)});
    Fight fight(*store, 20);
    for (int round = 0; round < 2; ++round) {
        fight.wait_for_more(200);
        place.server.freeze();
        while (figure(*store, "database_away_seconds") < 2) std::this_thread::yield();
        place.server.thaw();
        while (figure(*store, "database_away_seconds") > 0) std::this_thread::yield();
    }
    fight.wait_for_more(200);
    fight.stop();
    CHECK(fight.failure() == "");
    fight.check();
    CHECK(figure(*store, "database_connections_total") > 1);  // what the stopped ones had taken was not believed, and came to nothing
}

TEST_CASE("a database that is full refuses what it has no room for, says so, keeps all that it has acknowledged, and goes on when there is room") {
    struct Small {
        Postgres& server = Postgres::instance();
        const std::string address = server.new_small_database();
        ~Small() {
            if (!address.empty()) server.drop(address);
        }
    };
    const Small small;
    if (small.address.empty()) {
        MESSAGE("not tested: this user may mount no small place");
        return;
    }
    auto opened = PostgresStore::open(small.address, "the store");
    REQUIRE_MESSAGE(opened, opened.error().message);
    const auto& store = *opened;
    const auto number = *create(*store, "b1"), other = *create(*store, "b2");
    small.server.run(small.address, "CREATE TABLE filler (bytes text)");
    const auto fill = [&](const std::string& rows) {
        try {
            while (true)
                small.server.run(small.address,
                                 "INSERT INTO filler SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 60) t, generate_series(1, " + rows +
                                     ") r GROUP BY r");
        } catch (const std::exception&) {
            // There is no room for so many any more.
        }
    };
    fill("100");
    fill("1");
    std::string large;  // and PostgreSQL cannot make it much smaller
    for (const char each : noise(300'000)) large += static_cast<char>('0' + (each & 63));
    std::int64_t stored = 1;
    Result refused = 0;
    while ((refused = append(*store, number, step(stored + 1, large)))) ++stored;
    CHECK(refused.error().kind == Failure::Kind::refused);
    CHECK_MESSAGE(contains(refused.error().message, "No space left on device"), refused.error().message);
    CHECK(static_cast<std::int64_t>(load(*store, "b1").steps.size()) == stored);
    CHECK(figure(*store, "database_in_doubt") == 0);
    CHECK(figure(*store, "database_connections_total") == 1);
    small.server.run(small.address, "DROP TABLE filler");
    CHECK(append(*store, number, step(stored + 1, large)));
    CHECK(append(*store, other, step(2)));
    CHECK(static_cast<std::int64_t>(load(*store, "b1").steps.size()) == stored + 1);
    CHECK(load(*store, "b1").steps.back().events == large);
}

TEST_CASE("a connection on which nothing is heard is lost after a while: what it had not begun is taken from it and stored over another, once") {
    const Place place;
    const auto store = place.open({.silence_max = std::chrono::seconds(1)});
    const std::int64_t number = *create(*store, "b1");
    {
        const Silenced silenced(place, writers);
        CHECK(append(*store, number, step(2)));
        CHECK(figure(*store, "database_connections_total") > 1);
    }
    CHECK(append(*store, number, step(3)));
    CHECK(load(*store, "b1").steps.size() == 3);
}

TEST_CASE("a connection on which nothing is heard is lost after a while: what it has begun is unknown until the other end is gone, and is then as it is") {
    const Place place;
    const auto store = place.open({.silence_max = std::chrono::seconds(1), .get_through_max = std::chrono::milliseconds(0)});
    const std::int64_t number = *create(*store, "b1");
    {
        const Silenced silenced(place, writers);
        Connection begun(place.address, Access::write);  // holds what a statement of theirs would
        begun.script("BEGIN; SELECT FROM heads FOR UPDATE");
        const Result unknown = append(*store, number, step(2));
        REQUIRE(!unknown);
        CHECK(unknown.error().kind == Failure::Kind::unknown);
        CHECK(figure(*store, "database_in_doubt") == 1);
    }
    while (!remember(*store, "any", "thing")) std::this_thread::yield();
    CHECK(figure(*store, "database_in_doubt") == 0);
    const std::int64_t next = static_cast<std::int64_t>(load(*store, "b1").steps.size()) + 1;
    CHECK(append(*store, number, step(next)));
    CHECK(static_cast<std::int64_t>(load(*store, "b1").steps.size()) == next);
}

TEST_CASE("what goes wrong here after a group was sent says nothing of what became of it: it is unknown, never refused") {
    const Place place;
    const auto store = place.open({.get_through_max = std::chrono::milliseconds(0)});
    const std::int64_t number = *create(*store, "b1");
    place.run(
        "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;"
        "CREATE TRIGGER swallowed BEFORE INSERT ON battles FOR EACH ROW WHEN (NEW.id = 'odd') EXECUTE FUNCTION swallow()");
    std::future<Result> stored, odd;
    {
        const BusyWriter busy(*store, "busy");
        stored = append_later(*store, number, step(2));
        odd = std::async(std::launch::async, [&] { return create(*store, "odd"); });
        while (store->statistics().waiting < 2) std::this_thread::yield();
    }
    for (auto* each : {&stored, &odd}) {
        const Result result = each->get();
        REQUIRE(!result);
        CHECK(result.error().kind == Failure::Kind::unknown);
    }
    CHECK(append(*store, number, step(3)));
    CHECK(load(*store, "b1").steps.size() == 3);
}

TEST_CASE("a database that comes back with settings by which it may lose what it has called stored is not written to until they are right again") {
    const Place place;
    const auto store = place.open({.get_through_max = std::chrono::milliseconds(0)});
    const std::int64_t number = *create(*store, "b1");
    const std::string database = "ALTER DATABASE " + place.run("SELECT current_database()");
    place.run(database + " SET synchronous_commit = off");
    place.run("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'musterd'");
    CHECK(!remember(*store, "some", "thing"));  // over the connection that is gone
    const Result refused = remember(*store, "any", "thing");
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::refused);
    CHECK(contains(refused.error().message, "synchronous_commit is off"));
    place.run(database + " RESET synchronous_commit");
    CHECK(append(*store, number, step(2)));
    CHECK(load(*store, "b1").steps.size() == 2);
}

TEST_CASE("whoever reads over a connection on which nothing is heard reads over another") {
    const Place place;
    const auto store = place.open({.readers = 1, .silence_max = std::chrono::seconds(1)});
    REQUIRE(create(*store, "b1"));
    REQUIRE(store->load("b1"));
    const Silenced silenced(place, "NOT " + writers);
    CHECK(load(*store, "b1").steps.size() == 1);
    CHECK(store->list({})->size() == 1);
}

TEST_CASE("a step of a battle that another writer has taken is refused, alone of its group, and there is no second history") {
    const Place place;
    const auto store = place.open();
    const std::int64_t taken = *create(*store, "taken"), kept = *create(*store, "kept");
    std::future<Result> late, fine, behind;
    {
        const BusyWriter busy(*store, "busy");
        place.run("UPDATE heads SET owner = 77, step = step + 1, head = 2, writer = 77 WHERE battle = " + std::to_string(taken));
        place.run("INSERT INTO steps VALUES (" + std::to_string(taken) + ", 2, 2, 'theirs', '', '')");
        late = append_later(*store, taken, {.first_seq = 2, .last_seq = 2, .events = "late\n", .keep = {{"", "clock", "late"}}, .status = Status::running});
        behind = append_later(*store, taken, step(3));
        fine = append_later(*store, kept, step(2));
    }
    const auto refused = late.get();
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::elsewhere);
    CHECK(contains(refused.error().message, "another server writes this battle now"));
    CHECK(!behind.get());
    CHECK(fine.get());
    const auto battle = load(*store, "taken");
    CHECK(battle.steps.size() == 2);
    CHECK(battle.steps[1].events == "theirs");
    CHECK(battle.kept.empty());
    CHECK(battle.status == Status::waiting);
}

TEST_CASE("what PostgreSQL cannot take as a text is broken, alone of its group") {
    const Place place;
    const auto store = place.open();
    const std::int64_t one = *create(*store, "one"), other = *create(*store, "other");
    std::future<Result> bad, good;
    {
        const BusyWriter busy(*store, "busy");
        bad = append_later(*store, one, step(2, std::string("nul\0", 4)));
        good = append_later(*store, other, step(2));
    }
    CHECK(bad.get().error().kind == Failure::Kind::broken);
    CHECK(good.get());
    CHECK(!append(*store, one, step(2, "\xff")));
    CHECK(append(*store, one, step(2)));
}

TEST_CASE("where the database has no further connection those who read are refused, and who writes is not") {
    const Place place;
    const auto store = place.open();
    const std::int64_t number = *create(*store, "b1");
    place.run("ALTER DATABASE " + place.run("SELECT current_database()") + " CONNECTION LIMIT 1");
    place.run("CREATE ROLE few LOGIN IN ROLE muster");
    CHECK(append(*store, number, step(2)));
    const auto as_few = "postgres://few@" + place.address.substr(place.address.find('@') + 1);
    const auto second = PostgresStore::open(as_few, "the store");
    REQUIRE(!second);
    CHECK(second.error().kind == Failure::Kind::refused);
    CHECK(contains(second.error().message, "too many connections"));
    CHECK(contains(second.error().message, "a server takes up to 10: raise max_connections"));
    place.run("DROP ROLE few");
}

TEST_CASE("a server that has no further connection while it runs says so, refuses what it cannot store, and goes on when there is one") {
    const Place place;
    place.run("CREATE ROLE narrow LOGIN");
    place.run("GRANT ALL ON SCHEMA public TO narrow");
    const auto opened = PostgresStore::open("postgres://narrow@" + place.address.substr(place.address.find('@') + 1), "the store",
                                            {.get_through_max = std::chrono::milliseconds(0)});
    REQUIRE_MESSAGE(opened, opened.error().message);
    Store& store = **opened;
    const std::int64_t number = *create(store, "b1");
    place.run("ALTER ROLE narrow CONNECTION LIMIT 0");
    CHECK(store.load("b1").error().kind == Failure::Kind::refused);
    CHECK(contains(store.load("b1").error().message, "raise max_connections"));
    CHECK(append(store, number, step(2)));  // over the connection that it has
    place.cut();
    CHECK(!remember(store, "some", "thing"));
    const Result refused = append(store, number, step(3));
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::refused);
    CHECK(contains(refused.error().message, "raise max_connections"));
    place.run("ALTER ROLE narrow CONNECTION LIMIT -1");
    CHECK(append(store, number, step(3)));
    CHECK(load(store, "b1").steps.size() == 3);
    (*opened)->close();
    place.run("DROP OWNED BY narrow CASCADE");
}

TEST_CASE("a wrong password is told as one, at the start and when it is changed while a server runs, which goes on when it is right again") {
    const Place place;
    place.run("SET password_encryption = 'scram-sha-256'; CREATE ROLE guarded LOGIN PASSWORD 'right'; GRANT ALL ON SCHEMA public TO guarded");
    place.run(
        "DO $$ BEGIN EXECUTE format('COPY (SELECT unnest(ARRAY[''local all guarded scram-sha-256'', ''local all all trust''])) TO %L', "
        "current_setting('hba_file')); END $$");
    place.run("SELECT pg_reload_conf()");
    const auto open = [&](const std::string& password) {
        return PostgresStore::open("postgres://guarded:" + password + "@" + place.address.substr(place.address.find('@') + 1), "the store",
                                   {.get_through_max = std::chrono::milliseconds(0)});
    };
    while (open("wrong")) std::this_thread::yield();  // until the database has read its rules anew
    const auto refused = open("wrong");
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::refused);
    CHECK(contains(refused.error().message, "password authentication failed for user \"guarded\"; the password is taken from --store"));
    CHECK(!contains(refused.error().message, "wrong"));
    const auto opened = open("right");
    REQUIRE_MESSAGE(opened, opened.error().message);
    Store& store = **opened;
    const std::int64_t number = *create(store, "b1");
    place.run("ALTER ROLE guarded PASSWORD 'other'");
    place.cut();
    CHECK(!remember(store, "some", "thing"));
    const Result later = append(store, number, step(2));
    REQUIRE(!later);
    CHECK(later.error().kind == Failure::Kind::refused);
    CHECK(contains(later.error().message, "password authentication failed"));
    place.run("ALTER ROLE guarded PASSWORD 'right'");
    CHECK(append(store, number, step(2)));
    (*opened)->close();
    place.run("DROP OWNED BY guarded CASCADE");
}

TEST_CASE("a database that takes no writes, as a standby, is refused, and one that becomes so is written to again when it no longer is") {
    const Place place;
    const std::string database = "ALTER DATABASE " + place.run("SELECT current_database()");
    const auto store = place.open({.get_through_max = std::chrono::milliseconds(0)});
    const std::int64_t number = *create(*store, "b1");
    place.run(database + " SET default_transaction_read_only = on");
    place.cut();
    CHECK(!remember(*store, "some", "thing"));
    const Result refused = append(*store, number, step(2));
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::refused);
    CHECK(contains(refused.error().message, "session is read-only"));
    const auto second = PostgresStore::open(place.address, "the store");
    REQUIRE(!second);
    CHECK(contains(second.error().message, "the store cannot be opened"));
    CHECK(contains(second.error().message, "session is read-only"));
    place.server.run(place.address + "&options=-cdefault_transaction_read_only%3Doff", database + " RESET default_transaction_read_only");
    CHECK(append(*store, number, step(2)));
    CHECK(load(*store, "b1").steps.size() == 2);
}

TEST_CASE("a database with other letters keeps no store") {
    auto& server = Postgres::instance();
    server.run(server.address("postgres"), "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    const auto refused = PostgresStore::open(server.address("latin"), "the store");
    REQUIRE(!refused);
    CHECK(contains(refused.error().message, "the store cannot keep a store: its database has the encoding LATIN1; make one with UTF8"));
    server.drop(server.address("latin"));
}

TEST_CASE("a database that a newer server has changed is refused, unless it says that older ones may use it") {
    const Place place;
    place.open();
    place.run("UPDATE meta SET schema = 99, readable_from = 98");
    const auto refused = PostgresStore::open(place.address, "the store");
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::broken);
    CHECK(contains(refused.error().message, "the store was written by a newer server: it has schema version 99"));
    place.run("UPDATE meta SET readable_from = 2");
    CHECK(PostgresStore::open(place.address, "the store"));
    CHECK(place.run("SELECT schema FROM meta") == "99");
}

TEST_CASE("a server whose database is brought up to date by a newer one meanwhile lets go of it, stores nothing any more, and says why") {
    const Place place;
    const auto store = place.open();
    const std::int64_t number = *create(*store, "b1");
    place.run("UPDATE meta SET schema = 1000, readable_from = 1000");
    Result refused = 0;
    for (std::int64_t seq = 2; (refused = append(*store, number, step(seq))); ++seq) std::this_thread::yield();
    CHECK(refused.error().kind == Failure::Kind::refused);
    CHECK(contains(refused.error().message, "is a newer server's now"));
    while (place.run("SELECT count(*) FROM nodes") != "0") std::this_thread::yield();
}

TEST_CASE("a database that may lose what it has called stored keeps no store, nor one with other letters") {
    const Place place;
    place.run("ALTER DATABASE " + place.run("SELECT current_database()") + " SET synchronous_commit = off");
    const auto refused = PostgresStore::open(place.address, "the store");
    REQUIRE(!refused);
    CHECK(contains(refused.error().message, "the store cannot keep a store: synchronous_commit is off"));
    CHECK(place.run("SELECT to_regclass('meta') IS NULL") == "t");
}

TEST_CASE("damage between the tables is told") {
    const Place place;
    REQUIRE(create(*place.open(), "b1"));
    const auto location = location_of(place.address).value();
    CHECK((*open_reader(location))->damage()->empty());
    place.run("UPDATE heads SET head = 7");
    const auto damage = (*open_reader(location))->damage().value();
    REQUIRE(damage.size() == 1);
    CHECK(contains(damage[0], "battle b1 ends with event 1, but its head is 7"));
}

TEST_CASE("copies are the business of PostgreSQL's own tools, which are named") {
    const auto location = location_of("postgres://muster:secret@db/muster?sslmode=verify-full").value();
    const auto backup = back_up(location, "/nowhere/copy", [](auto, auto) {});
    REQUIRE(!backup);
    CHECK(contains(backup.error().message, "pg_dump --format=custom --file=COPY 'postgres://muster@db/muster?sslmode=verify-full'"));
    const auto put_back = restore("/nowhere/copy", location, true);
    REQUIRE(!put_back);
    CHECK(contains(put_back.error().message, "pg_restore"));
}

TEST_CASE("no password is in the words for a database, wherever libpq takes one from") {
    for (const auto& [address, words] : {
             std::pair("postgres://ada@db/muster", "postgres://ada@db/muster"),
             std::pair("postgres://ada:se:cret@db:5433/muster", "postgres://ada@db:5433/muster"),
             std::pair("postgresql://ada:pa?ss@db/muster?sslmode=require", "postgresql://ada@db/muster?sslmode=require"),
             std::pair("postgres://:secret@db/muster", "postgres://@db/muster"),
             std::pair("postgres://db/muster?password=secret", "postgres://db/muster"),
             std::pair("postgres://db/muster?password=secret&sslmode=require", "postgres://db/muster?sslmode=require"),
             std::pair("postgres://db/muster?user=ada&password=secret&sslpassword=secret&port=1", "postgres://db/muster?user=ada&port=1"),
             std::pair("postgres://db/muster?user=ada&pass%77ord=secret", "postgres://db/muster?user=ada"),
             std::pair("postgres:///muster?host=/run/a@b:c", "postgres:///muster?host=/run/a@b:c"),
         }) {
        const auto location = location_of(address);
        REQUIRE_MESSAGE(location, location.error());
        CHECK(location->words == words);
        CHECK(location->address == address);
    }
    for (const auto* wrong : {"postgres://ada:secret@[db/muster", "postgres://ada:secret@db/muster?sslmoed=secret"}) {
        const auto refused = location_of(wrong);
        REQUIRE(!refused);
        CHECK(!contains(refused.error(), "secret"));
        CHECK(contains(refused.error(), "expected postgres://USER@HOST/DATABASE"));
    }
}

}  // namespace muster::storage::tests
