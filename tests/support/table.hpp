// A battle at a server, for tests: created, followed, played to its end.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/server_process.hpp"
#include "tests/support/wire_client.hpp"

namespace muster::test {

struct Battle {
    std::string id;
    std::string attacker;  ///< tokens
    std::string defender;

    Json follow(const std::string& token = {}, std::int64_t since = 0) const;
};

/// The battle of the answer "created", if nobody but people sits there.
Battle battle_of(const Json& created);

/// The seats of the example of a ruleset, from its catalog: its own, or those that the setup names.
std::vector<std::string> seats_of(const Json& ruleset);

/// Six swordsmen and chariots against five: several phases, real wave and casualty decisions.
Json small_setup();

/// Many ancients against a few tanks: some forty decisions, never over after the first.
Json siege_setup();

/// Creates a battle; fails the test if it is refused.
Battle create_battle(WireClient& client, const Json& setup = small_setup(), const Json& options = Json::object());

/// Answers every request that comes to these clients with `choice` ("default" if none is given) until the battle is over.
/// Gives all messages of each client, in order.
using Choose = std::function<Json(const Json& request)>;
std::vector<std::vector<Json>> play_out(const std::vector<WireClient*>& clients, const Choose& choose = {});

/// The events among messages, by "seq event" lines: what a person would compare.
std::vector<Json> events_of(const std::vector<Json>& messages);

/// Reads the record over HTTP and verifies it; gives the record.
Json verified_record(unsigned short port, const std::string& battle);

/// Until the server's metrics have each of these lines, such as "muster_connections 1"; fails the test if one never comes.
void wait_for_metrics(unsigned short port, const std::vector<std::string>& lines, std::chrono::seconds longest = patience);

}  // namespace muster::test
