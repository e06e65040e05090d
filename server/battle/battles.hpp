// All battles that clients can be let at, as those who serve clients see them: the lobby's own (lobby.hpp), or another server's. Thread-safe.
#pragma once
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "protocol/server_messages.hpp"
#include "server/battle/port.hpp"

namespace muster::server {

class Battles {
public:
    virtual ~Battles() = default;

    /// A battle, brought into memory if need be. Refuses what cannot be a battle's id, one more than may be in memory, and everything while
    /// the server stops.
    virtual std::expected<std::shared_ptr<BattlePort>, Refusal> find(const std::string& battle) = 0;
    /// The same, but only if it is in memory already; null otherwise. For goodbyes, which are heard even while the server stops.
    virtual std::shared_ptr<BattlePort> existing(const std::string& battle) const = 0;

    /// Makes a battle; `done` is called on any thread once it is durable, or at once with a refusal. If it throws, it is called once more, with
    /// the mistake.
    using Done = std::function<void(std::expected<protocol::Created, Refusal>)>;
    virtual void create(const protocol::Create& message, Done done) = 0;
    /// Public battles, newest first, for whoever asks from `address`; `done` is called on any thread, with the `battles` message, the client's `id` in
    /// it, or a refusal.
    using Listed = std::function<void(std::expected<std::string, Refusal>)>;
    virtual void list(const protocol::List& message, const std::string& id, const std::string& address, Listed done) = 0;
};

}  // namespace muster::server
