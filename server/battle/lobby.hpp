// Which battles are in memory, and the making of new ones. Thread-safe.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/battle/session.hpp"

namespace muster::server {

/// bad_setup at /ruleset, with what may have been meant.
Refusal unknown_ruleset(const rules::Rulesets& rulesets, const std::string& id);

class Lobby : public std::enable_shared_from_this<Lobby> {
public:
    explicit Lobby(Services& services) : services_(services) {}

    /// The session of a battle, made if need be (it reads itself from the store when first used). Refuses what cannot be
    /// a battle id, and everything while the server stops.
    std::expected<std::shared_ptr<Session>, Refusal> find(const std::string& battle);

    /// The same, but only if it is in memory already; null otherwise. For goodbyes, which are heard even while the server stops.
    std::shared_ptr<Session> existing(const std::string& battle) const;

    /// Its time has come, as storage::Step::wake_at said.
    void wake(const std::string& battle);

    /// Makes a battle; `done` is called on the store's thread once it is durable.
    using Done = std::function<void(std::expected<protocol::Created, Refusal>)>;
    void create(const protocol::Create& message, Done done);

    /// Public battles and single ones, as the lobby and the archive show them. Blocking: call on a reader thread.
    std::expected<protocol::Battles, Refusal> list(const protocol::List& query) const;
    std::expected<protocol::BattleSummary, Refusal> summary(const std::string& battle) const;

    std::size_t size() const;
    /// Ends the timers of all sessions.
    void stop();

private:
    void retire(const std::shared_ptr<Session>& session);

    Services& services_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<Session>> sessions_{};
};

}  // namespace muster::server
