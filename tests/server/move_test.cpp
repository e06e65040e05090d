// musterd move: a whole store in a folder into a PostgreSQL, and back.
#include <doctest/doctest.h>

#include <csignal>

#include "tests/support/postgres.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Finished musterd(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), MUSTERD);
    return run_program(arguments);
}

Finished move(const std::string& from, const std::string& to) { return musterd({"move", "--from", from, "--to", to}); }

/// A battle that goes on after its store has been moved, by what its seats knew before.
struct Going {
    Battle battle;
    Json sent;      ///< Ada's first choice
    Json answered;  ///< to that

    explicit Going(unsigned short port) {
        auto [ada, bob, made] = Seated(port, siege_setup(), {{"clock", {{"mode", "live"}, {"bank", "PT10H"}}}});
        battle = made;
        const Json request = ada.next("request");
        sent = {{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}, {"id", "first"}};
        answered = ada.ask(sent);
        REQUIRE(answered.contains("seq"));
    }

    Json end_on(unsigned short port) const {
        WireClient ada(port), bob(port);
        take_seats(battle, ada, bob);
        CHECK(ada.ask(sent)["seq"] == answered["seq"]);  // it is remembered
        const auto heard = play_out({&ada, &bob});
        CHECK(events_of(heard[0]).back()["event"] == "battle_ended");
        return verified_record(port, battle.id);
    }
};

std::string in(const std::string& store, const TempFolder& data, std::vector<std::string> command) {
    command.insert(command.end(), {"--data", data.path().string()});
    if (store.contains("://")) command.insert(command.end(), {"--store", store});
    const Finished finished = musterd(command);
    CHECK_MESSAGE(finished.exit_code == 0, finished.err);
    return finished.out;
}

}  // namespace

TEST_CASE("a store moves from a folder into a database and back, with battles that go on by their seats' same tokens") {
    const TempFolder first, second, third;
    const std::string folder = first.path().string(), database = Postgres::instance().new_database(), back = third.path().string();
    ServerProcess server(first.path());
    auto [ada, bob, over] = Seated(server.port(), small_setup());
    play_out({&ada, &bob});
    const Json record = verified_record(server.port(), over.id);
    const Going one(server.port()), other(server.port());
    in(folder, first, {"moderate", "ban", "name", "Mallory"});
    const Finished used = move(folder, database);
    CHECK(used.exit_code == 3);
    CHECK(used.err.contains("is in use by another server"));
    wait_for_metrics(server.port(), {"muster_battles_uncounted 0"});
    const Json sums = http_get(server.port(), "/api/v1/audit").json();
    CHECK(server.stop(SIGTERM) == 0);
    const std::string records = in(folder, first, {"export"});

    const Finished there = move(folder, database);
    CHECK_MESSAGE(there.exit_code == 0, there.err);
    CHECK(there.out == "1 record holds, 2 battles are not over yet, 0 battles are damaged; all are moved\n");
    CHECK(in(database, second, {"export"}) == records);
    CHECK(in(database, second, {"moderate", "bans"}) == in(folder, first, {"moderate", "bans"}));
    const Finished again = move(folder, database);
    CHECK(again.exit_code == 3);
    CHECK(again.err.contains("is not empty"));

    Json ended;
    {
        ServerProcess on_database(second.path(), {"--store", database});
        CHECK(verified_record(on_database.port(), over.id) == record);
        wait_for_metrics(on_database.port(), {"muster_battles_uncounted 0"});
        CHECK(http_get(on_database.port(), "/api/v1/audit").json() == sums);
        ended = one.end_on(on_database.port());
        wait_for_metrics(on_database.port(), {"muster_battles_uncounted 0"});
        CHECK(on_database.stop(SIGTERM) == 0);
    }
    const Finished returned = move(database, back);
    CHECK_MESSAGE(returned.exit_code == 0, returned.err);
    CHECK(returned.out == "2 records hold, 1 battle is not over yet, 0 battles are damaged; all are moved\n");
    ServerProcess at_home(third.path());
    CHECK(verified_record(at_home.port(), over.id) == record);
    CHECK(verified_record(at_home.port(), one.battle.id) == ended);
    other.end_on(at_home.port());
}

TEST_CASE("a store of which only a part has been moved serves nobody, and the same move goes on with it") {
    const TempFolder first, second;
    const std::string folder = first.path().string(), database = Postgres::instance().new_database();
    std::string last;
    {
        ServerProcess server(first.path());
        auto [ada, bob, over] = Seated(server.port(), small_setup());
        play_out({&ada, &bob});
        last = over.id;
        const Going going(server.port());
        CHECK(server.stop(SIGTERM) == 0);
    }
    CHECK(move(folder, database).exit_code == 0);
    // As if it had ended before the finished one had its last step.
    auto& postgres = Postgres::instance();
    postgres.run(database, "INSERT INTO remembered VALUES ('moving_from', '" + folder + "', 1)");
    const std::string number = "(SELECT number FROM battles WHERE id = '" + last + "')";
    postgres.run(database, "DELETE FROM steps WHERE battle = " + number + " AND step = (SELECT max(step) FROM steps WHERE battle = " + number + ")");
    postgres.run(database, "UPDATE heads SET step = step - 1, head = (SELECT max(last_seq) FROM steps WHERE battle = " + number + ") WHERE battle = " + number);
    postgres.run(database, "UPDATE battles SET status = 'waiting' WHERE id = '" + last + "'");

    const Finished half = musterd({"--store", database, "--listen", "127.0.0.1:0", "--data", second.path().string()});
    CHECK(half.exit_code == 3);
    CHECK(half.err.contains("holds only a part of " + folder));
    CHECK(musterd({"moderate", "bans", "--store", database, "--data", second.path().string()}).err.contains("holds only a part of"));
    const Finished of_another = move(second.path().string(), database);
    CHECK(of_another.exit_code == 3);
    const Finished gone_on = move(folder, database);
    CHECK_MESSAGE(gone_on.exit_code == 0, gone_on.err);
    CHECK(gone_on.out == "1 record holds, 1 battle is not over yet, 0 battles are damaged; all are moved\n");
    CHECK(in(database, second, {"export"}) == in(folder, first, {"export"}));
    CHECK(in(database, second, {"check"}).contains("1 record holds, 1 battle is not over yet, 0 battles are damaged"));
}

TEST_CASE("what cannot be moved is refused before anything is made") {
    const TempFolder folder;
    const std::string nowhere = (folder.path() / "nowhere").string(), into = (folder.path() / "into").string();
    CHECK(move(nowhere, into).exit_code == 3);
    CHECK(move(":memory:", into).exit_code == 2);
    CHECK(move(into, ":memory:").exit_code == 2);
    CHECK(move("postgres://ada:geheim@[db/x", into).exit_code == 2);
    CHECK(musterd({"move", "--from", into}).exit_code == 2);
    const Finished empty = move(folder.path().string(), into);
    CHECK(empty.exit_code == 3);
    CHECK(empty.err.contains("there is no store"));
    CHECK(!std::filesystem::exists(into));
}
