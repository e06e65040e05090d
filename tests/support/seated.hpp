// Two people at a battle, each on a connection of their own.
#pragma once
#include "tests/support/table.hpp"

namespace muster::test {

class ServerProcess;

/// Ada and Bob, on connections that are there already, take the seats of a battle or take them up again from `since` on; fails the
/// test if they do not get them. `nonce`: Ada's, for the dice.
void take_seats(const Battle& battle, WireClient& ada, WireClient& bob, std::int64_t since = 0, const std::string& nonce = {});

/// A new battle that Ada made and attacks in and Bob defends in: `auto [ada, bob, battle] = Seated(server.port());`
/// `headers`: more request lines of both, each ended by \r\n.
struct Seated {
    explicit Seated(unsigned short port, const Json& setup = small_setup(), const Json& options = Json::object(), const std::string& headers = {});
    /// The same; of a pair of servers (ServerProcess::port) each comes by another.
    explicit Seated(const ServerProcess& server, const Json& setup = small_setup(), const Json& options = Json::object());

    WireClient ada, bob;
    Battle battle;
};

}  // namespace muster::test
