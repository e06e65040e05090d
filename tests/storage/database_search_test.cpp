// The indexes by which a large store in PostgreSQL is searched: made while it is used, by one server, whole at last whatever came in between.
#include <doctest/doctest.h>

#include <optional>
#include <thread>

#include "storage/postgres/connection.hpp"
#include "storage/postgres/list_sql.hpp"
#include "storage/postgres/postgres_store.hpp"
#include "tests/storage/support.hpp"
#include "tests/support/postgres.hpp"
#include "tests/support/wait_until.hpp"

namespace muster::storage::tests {

namespace {

using postgres::Access;
using postgres::Connection;
using test::Postgres;

/// A store of which two battles are large enough.
struct Large {
    Postgres& server = Postgres::instance();
    const std::string address = server.new_database();

    Large() {
        const auto store = open(1'000);
        add(*store, "ford", "The ford at dawn", "Ada");
        add(*store, "other", "100% \\ war_game", "Bob_");
        CHECK(figure(*store, "search_indexed") == 0);
    }
    ~Large() { server.drop(address); }
    Large(const Large&) = delete;
    Large& operator=(const Large&) = delete;

    std::unique_ptr<PostgresStore> open(std::int64_t from = 2) const {
        auto opened = PostgresStore::open(address, "the store", {.search_index_from = from});
        REQUIRE_MESSAGE(opened, opened.error().message);
        return std::move(*opened);
    }
    std::string run(const std::string& sql) const { return server.run(address, sql); }
    std::string indexes(const std::string& which) const {
        return run("SELECT count(*) FROM pg_index WHERE indexrelid IN (to_regclass('battles_by_title'), to_regclass('seats_by_name')) AND " + which);
    }
    std::string being_made() const { return run("SELECT count(*) FROM pg_stat_progress_create_index WHERE datname = current_database()"); }

private:
    static void add(Store& store, const std::string& id, const std::string& title, const std::string& player) {
        Header described = header(id);
        described.title = title;
        auto seats = two_seats();
        seats[1].name = player;
        REQUIRE(create(store, described, seats, step(1)));
    }
};

void wait_until_indexed(const PostgresStore& store) {
    test::wait_until([&] { return figure(store, "search_indexed") == 1; });
}

std::string found_by(Store& store, const Query& query) {
    const auto found = store.list(query);
    REQUIRE_MESSAGE(found, found.error().message);
    std::string ids;
    for (const Summary& each : *found) ids += each.id + " ";
    return ids;
}

void expect_to_find(Store& store) {
    CHECK(found_by(store, {.text = "FORD"}) == "ford ");
    CHECK(found_by(store, {.text = "0% \\ War_"}) == "other ");
    CHECK(found_by(store, {.text = "f_rd"}) == "");
    CHECK(found_by(store, {.text = "f%d"}) == "");
    CHECK(found_by(store, {.text = "a"}) == "other ford ");
    CHECK(found_by(store, {.player = "bob_"}) == "other ");
    CHECK(found_by(store, {.player = "_da"}) == "");
    CHECK(found_by(store, {.player = "ada", .text = "dawn"}) == "ford ");
}

/// Somebody who writes and does not come to an end, for whom whoever makes an index waits.
class Writing {
public:
    explicit Writing(const Large& large) : connection_(std::in_place, large.address, Access::write) {
        connection_->script("BEGIN; LOCK TABLE battles IN ROW EXCLUSIVE MODE");
    }
    void end() { connection_.reset(); }

private:
    std::optional<Connection> connection_;
};

}  // namespace

TEST_CASE("a large store gets indexes while it is used: who opens it waits for nothing, and searches find the same before and after") {
    const Large large;
    Writing writing(large);
    const auto store = large.open();
    test::wait_until([&] { return large.indexes("NOT indisvalid") == "1"; });  // it is being made
    CHECK(figure(*store, "search_indexed") == 0);
    expect_to_find(*store);
    Header described = header("new");
    described.title = "x";
    const auto number = *create(*store, described, two_seats(), step(1));
    CHECK(append(*store, number, step(2)));
    writing.end();
    wait_until_indexed(*store);
    CHECK(large.indexes("indisvalid") == "2");
    expect_to_find(*store);
}

TEST_CASE("an index that was left unfinished is made anew, also by a server that was ended in the midst of it") {
    const Large large;
    Writing writing(large);
    {
        const auto store = large.open();
        test::wait_until([&] { return large.indexes("NOT indisvalid") == "1"; });
    }
    test::wait_until([&] { return large.being_made() == "0"; });
    writing.end();
    CHECK(large.indexes("NOT indisvalid") == "1");
    CHECK(large.indexes("indisvalid") == "0");
    const auto store = large.open();
    wait_until_indexed(*store);
    CHECK(large.indexes("indisvalid") == "2");
    CHECK(large.indexes("NOT indisvalid") == "0");
    expect_to_find(*store);
}

TEST_CASE("of several servers one makes the indexes, and the others wait for it without holding it up") {
    const Large large;
    Writing writing(large);
    const auto one = large.open(), other = large.open();
    test::wait_until([&] { return large.indexes("NOT indisvalid") == "1"; });
    CHECK(large.being_made() == "1");
    writing.end();
    for (const auto* each : {&one, &other}) wait_until_indexed(**each);
    CHECK(large.indexes("indisvalid") == "2");
}

TEST_CASE("a store whose role may not bring in what the indexes need is searched without them") {
    const Large large;
    large.run("CREATE ROLE unable LOGIN");
    large.run("GRANT ALL ON ALL TABLES IN SCHEMA public TO unable");
    large.run("GRANT ALL ON SCHEMA public TO unable");
    {
        auto opened = PostgresStore::open("postgres://unable@" + large.address.substr(large.address.find('@') + 1), "the store", {.search_index_from = 2});
        REQUIRE_MESSAGE(opened, opened.error().message);
        expect_to_find(**opened);
        CHECK(figure(**opened, "search_indexed") == 0);
    }
    large.run("DROP OWNED BY unable CASCADE");
    large.run("DROP ROLE unable");
}

TEST_CASE("what is rare among many battles is found by the indexes") {
    const Large large;
    large.run(
        "INSERT INTO battles (id, ruleset, ruleset_version, title, visibility, status, open, winner, time, created_at, finished_at, commitment, server_seed, "
        "server_key, outcome, setup, options) SELECT 'x' || n, 'armies', 1, 'a battle ' || md5(n::text), 'public', 'over', false, -1, '2026', '2026', '2026', "
        "'', "
        "'', '', '', '{}', '{}' FROM generate_series(1, 30000) n");
    large.run("INSERT INTO heads SELECT number, 0, 1, 0, 0 FROM battles WHERE id LIKE 'x%'");
    large.run("INSERT INTO seats SELECT number, 0, 'red', '', 'name ' || md5(id), true FROM battles WHERE id LIKE 'x%'");
    const auto store = large.open();
    wait_until_indexed(*store);
    Connection reader(large.address, Access::read);
    const auto plan = [&](const Query& query) {
        auto statement = postgres::list_query(query);
        statement.sql = "EXPLAIN " + statement.sql;
        const auto rows = reader.run(std::move(statement));
        std::string out;
        for (int row = 0; row < rows.size(); ++row) out += rows.text(row, 0) + "\n";
        return out;
    };
    CHECK_MESSAGE(contains(plan({.text = "ford at"}), "battles_by_title"), plan({.text = "ford at"}));
    CHECK_MESSAGE(contains(plan({.player = "bob_"}), "seats_by_name"), plan({.player = "bob_"}));
    CHECK(found_by(*store, {.text = "FORD"}) == "ford ");
    CHECK(found_by(*store, {.player = "bob_"}) == "other ");
}

}  // namespace muster::storage::tests
