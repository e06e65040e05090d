// Somebody else holds the store's file, as a copy made by hand would: who plays waits or is told to try again, and nothing is lost.
#include <doctest/doctest.h>
#include <signal.h>
#include <sqlite3.h>

#include <optional>

#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// A write lock on the store's file, by a process that is not the server.
class Lock {
public:
    explicit Lock(const std::filesystem::path& folder) {
        REQUIRE(sqlite3_open_v2((folder / "muster.db").c_str(), &database_, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK);
        sqlite3_busy_timeout(database_, 20'000);
        REQUIRE(sqlite3_exec(database_, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);
    }
    ~Lock() { sqlite3_close(database_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    sqlite3* database_ = nullptr;
};

/// 0: the server ended without an answer.
int status_of(PendingRequest& asked) {
    try {
        return asked.answer().status;
    } catch (const std::exception&) {
        return 0;
    }
}

Json choice(const Battle& battle, const Json& request) {
    return {{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}};
}

}  // namespace

TEST_CASE("while the store's file is locked a player is told to try again, others look on, and afterwards the battle goes on") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    WireClient eve(server.port());
    const Json request = ada.next("request");
    const auto head = [&] { return http_get(server.port(), "/api/v1/battles/" + battle.id).json()["head"]; };
    const Json before = head();
    {
        const Lock lock(folder.path());
        const Json refused = ada.ask(choice(battle, request));
        CHECK(refused["type"] == "rejected");
        CHECK(refused["code"] == "server_busy");
        CHECK(refused["message"].get<std::string>().contains("try again"));
        CHECK(eve.ask(battle.follow())["head"] == before);  // reading needs no lock
        CHECK(http_get(server.port(), "/readyz").status == 503);
    }
    CHECK(head() == before);
    CHECK(ada.ask(choice(battle, request))["type"] == "accepted");
    play_out({&ada, &bob, &eve});
    verified_record(server.port(), battle.id);
}

TEST_CASE("a server that ends while it waits for its store answers whoever waits for that, also when all others are cut") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    std::optional<Lock> lock(std::in_place, folder.path());
    const std::string create = Json{{"ruleset", "advanced-combat"}, {"setup", small_setup()}}.dump();
    const PendingRequest::Bytes request{"POST /api/v1/battles HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(create.size()) + "\r\n\r\n" + create};
    PendingRequest first(server.port(), request), second(server.port(), request);
    // One waits behind the other for the store, which tries for 2 s; or it has given up already.
    wait_until([&] { return !second.quiet() || http_get(server.port(), "/metrics").body.contains("\nmuster_store_waiting 1\n"); });
    ::kill(server.pid(), SIGTERM);
    wait_until([&] { return server.log().contains("are cut") || !second.quiet() || !first.quiet(); });
    lock.reset();
    int answered = 0;
    for (auto* each : {&first, &second}) {
        const int status = status_of(*each);
        CHECK((status == 0 || status == 201 || status == 503));  // by when it was read, and when the lock went
        answered += status == 0 ? 0 : 1;
    }
    CHECK(answered > 0);
    CHECK(server.stop(0) == 0);  // once told is enough: who insists gets his way
}

TEST_CASE("a lock that does not last is waited for") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const Json created = ada.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}, {"seats", {{"defender", {{"bot", "best"}}}}}});
    const Battle battle{created["battle"], created["seats"][0]["token"], {}};
    {
        const Lock lock(folder.path());
        Json follow = battle.follow(battle.attacker);
        follow["id"] = "seat";
        ada.send(follow);
        ada.send({{"type", "ping"}, {"id", "ping"}});
        CHECK(ada.next()["id"] == "ping");  // the seat is not taken before that is stored
    }
    Json answer = ada.answer("seat");
    while (answer["code"] == "server_busy") answer = ada.ask(battle.follow(battle.attacker));  // this machine was slower than the server's patience
    CHECK(answer["type"] == "following");
    play_out({&ada});
    verified_record(server.port(), battle.id);
}
