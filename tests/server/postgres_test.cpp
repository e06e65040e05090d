// A server whose store is in a PostgreSQL.
#include <doctest/doctest.h>

#include "tests/support/postgres.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// A database, with a password in its address that it does not ask for.
std::string secret_address() {
    std::string address = Postgres::instance().new_database();
    return address.replace(address.find('@'), 1, ":geheim@");
}

Finished musterd(std::vector<std::string> arguments, const std::string& input = {}) {
    arguments.insert(arguments.begin(), MUSTERD);
    return run_program(arguments, input);
}

}  // namespace

TEST_CASE("a battle in a database goes on when its server is killed and when the database crashes, and nothing acknowledged is lost") {
    const TempFolder folder;
    const std::string address = secret_address();
    ServerProcess server(folder.path(), {"--store", address});
    auto [ada, bob, battle] = Seated(server.port(), siege_setup());
    const Json request = ada.next("request");
    const Json chosen{{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}, {"id", "first"}};
    const Json answer = ada.ask(chosen);
    server.kill_and_restart();
    wait_until([&] { return WireClient(server.port()).ask(battle.follow())["type"] == "following"; });  // the database notices that the one before is gone
    WireClient ada_again(server.port()), bob_again(server.port());
    take_seats(battle, ada_again, bob_again);
    CHECK(ada_again.ask(chosen)["seq"] == answer["seq"]);  // it was acknowledged before
    int requests = 0;
    INFO(server.log());
    const auto heard = play_out({&ada_again, &bob_again}, [&](const Json&) {
        if (++requests == 3) Postgres::instance().crash();
        if (requests == 6) Postgres::instance().restart();
        return Json("default");
    });
    CHECK(requests >= 6);
    CHECK(events_of(heard[0]).back()["event"] == "battle_ended");
    const Json record = verified_record(server.port(), battle.id);
    CHECK(!server.log().contains("geheim"));

    SUBCASE("its records go to a store in a folder and come back, each verified") {
        CHECK(musterd({"moderate", "who", battle.id, "--data", folder.path().string(), "--store", address}).exit_code == 0);  // the running server answers
        CHECK(musterd({"check", "--data", folder.path().string(), "--store", address}).exit_code == 0);
        const Finished exported = musterd({"export", "--store", address});
        REQUIRE(exported.exit_code == 0);
        const TempFolder other;
        CHECK(musterd({"import", "-", "--data", other.path().string()}, exported.out).exit_code == 0);
        CHECK(musterd({"export", "--data", other.path().string()}).out == exported.out);
        const std::string second = Postgres::instance().new_database();
        const auto imported = musterd({"import", "-", "--store", second}, exported.out);
        CHECK_MESSAGE(imported.exit_code == 0, imported.err);
        CHECK(musterd({"export", "--store", second}).out == exported.out);
        CHECK(musterd({"check", "--store", second}).exit_code == 0);
    }
    SUBCASE("copies are made by others' tools") {
        const Finished copied = musterd({"backup", (folder.path() / "copy").string(), "--store", address});
        CHECK(copied.exit_code != 0);
        CHECK(copied.err.contains("pg_dump"));
        CHECK(!copied.err.contains("geheim"));
    }
}

TEST_CASE("the address of a database is told without its password") {
    const Finished printed = musterd({"--print-config", "--store", "postgres://ada:geheim@db/muster?sslmode=verify-full"});
    CHECK(printed.exit_code == 0);
    CHECK(printed.out.contains("store = \"postgres://ada@db/muster?sslmode=verify-full\""));
    CHECK(!printed.out.contains("geheim"));
    for (const auto* wrong :
         {"postgres://ada:geheim@[db/muster", "mysql://ada:geheim@db/muster", "postgres://ada:geheim/x@db/muster", "postgres://ada:x@geheim@db/muster"}) {
        const Finished refused = musterd({"--print-config", "--store", wrong});
        CHECK(refused.exit_code == 2);
        CHECK(!refused.err.contains("geheim"));
    }
    CHECK(musterd({"--print-config", "--data", "postgres://db/muster"}).err.contains("a database is named with --store"));
    const Finished nobody = musterd({"--listen", "127.0.0.1:0", "--data", ":memory:", "--store", "postgres://ada:geheim@127.0.0.1:1/muster"});
    CHECK(nobody.exit_code == 3);
    CHECK(nobody.err.contains("postgres://ada@127.0.0.1:1/muster cannot be opened"));
    CHECK(!nobody.err.contains("geheim"));
}
