// Who plays and who watches while servers are struck: each on a thread of its own, back after each end of its connection, remembering all that it was told.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rules/json.hpp"

namespace muster::test {

/// What one client was told of a battle.
struct Told {
    /// A choice that was acknowledged, and where it stands.
    struct Choice {
        std::int64_t seq = 0;
        std::string seat{};
        Json choice{};
    };
    std::map<std::int64_t, Json> events{};       ///< by number
    std::map<std::int64_t, Choice> choices{};    ///< by decision
    std::map<std::string, std::int64_t> said{};  ///< talk that was acknowledged, and where it stands
    std::vector<std::string> wrong{};            ///< what no server may say, in words
    int connections = 0;
};

/// Where a client goes next, a moment of waiting before it tries again where nobody took it, and what a player awaits before each choice after its first.
struct Ways {
    std::function<unsigned short()> port;
    std::function<void()> pause;
    std::function<void()> before_next;
    std::function<bool()> given_up;  ///< somebody has found something wrong: whoever waits for him waits in vain
};

/// Plays a seat by the default of each request to the battle's end, talking now and then. Whatever was not answered is sent again on the next connection.
Told play(const Ways& ways, const std::string& battle, const std::string& token);

/// Watches the battle to its end.
Told watch(const Ways& ways, const std::string& battle);

}  // namespace muster::test
