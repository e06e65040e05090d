// Long polls: who asks for what came after N and waits until there is something. While it waits it follows the battle like a
// WebSocket's connection does, and it answers with what it is given. A seat that polls again and again counts as present in
// between: its last poll stays at the battle for limits::poll_linger, or until the next one is there.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "server/battle/battles.hpp"
#include "server/battle/ground.hpp"
#include "server/http/message.hpp"
#include "server/http/request_end.hpp"

namespace muster::server {

class LongPoll;

/// Owned by HttpApi; thread-safe.
class LongPolls {
public:
    LongPolls(Ground& ground, std::shared_ptr<Battles> battles) : ground_(ground), battles_(std::move(battles)) {}

    using Done = std::function<void(HttpResponse)>;
    struct Wish {
        std::chrono::seconds wait{};
        std::int64_t limit = 0;    ///< events at most
        std::string generation{};  ///< of the history that it asks for; its answer names it
        std::shared_ptr<Caller> caller{};
    };
    /// Follows as `message` says and answers once: when there is something after its `since`, or after the wait. `end` tells it
    /// when nobody waits any more.
    void start(BattlePort& battle, protocol::Follow message, Wish wish, RequestEnd& end, Done done);
    /// Lets go of the seats that are kept present. At shutdown.
    void stop();

private:
    friend class LongPoll;
    bool is_latest(const std::string& seat, const LongPoll* poll) const;
    void forget(const std::string& seat, const LongPoll* poll);

    Ground& ground_;
    std::shared_ptr<Battles> battles_;
    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<LongPoll>> latest_{};  ///< by battle and token
};

}  // namespace muster::server
