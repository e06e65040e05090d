#include "tests/support/seated.hpp"

#include <doctest/doctest.h>

#include "tests/support/server_process.hpp"

namespace muster::test {

namespace {

void take_seat(WireClient& client, Json follow, const char* name) {
    follow["name"] = name;
    const Json answer = client.ask(std::move(follow));
    REQUIRE_MESSAGE(answer.at("type") == "following", answer.dump());
}

}  // namespace

void take_seats(const Battle& battle, WireClient& ada, WireClient& bob, std::int64_t since, const std::string& nonce) {
    Json follow = battle.follow(battle.attacker, since);
    if (!nonce.empty()) follow["nonce"] = nonce;
    take_seat(ada, std::move(follow), "Ada");
    take_seat(bob, battle.follow(battle.defender, since), "Bob");
}

Seated::Seated(unsigned short port, const Json& setup, const Json& options, const std::string& headers)
    : ada(port, headers), bob(port, headers), battle(create_battle(ada, setup, options)) {
    take_seats(battle, ada, bob);
}

Seated::Seated(const ServerProcess& server, const Json& setup, const Json& options)
    : ada(server.port()), bob(server.port()), battle(create_battle(ada, setup, options)) {
    take_seats(battle, ada, bob);
}

}  // namespace muster::test
