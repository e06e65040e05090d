// Nudges: somebody who is not here is told that it is his turn. A battle says what waits and for whom; this side sends it,
// gathers what goes to the same place, and tries again. Callable from any strand; nothing here ever makes a battle wait.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "protocol/nudge_messages.hpp"

namespace muster::server {

/// A decision that waits for a seat, as its nudge tells it. Nothing in here is secret.
struct Turn {
    std::string battle;
    std::string title;
    std::string ruleset;
    std::string seat;
    std::int64_t decision = 0;
    std::string kind;
    std::optional<std::int64_t> deadline_ms{};
    bool reminder = false;  ///< it was told before, and the deadline comes near
};

/// Where it is told.
struct NudgeSubscription {
    std::string id;
    std::string seat{};  ///< whose it is; empty: the whole battle's
    protocol::NudgeTarget target{};
};

/// What was sent since the start; for metrics.
struct NudgeCounters {
    std::int64_t sent = 0;     ///< requests that were taken
    std::int64_t failed = 0;   ///< given up: refused by the receiver, or out of attempts
    std::int64_t retried = 0;  ///< attempts that will be repeated
    std::int64_t dropped = 0;  ///< turns that found no room
    std::int64_t waiting = 0;  ///< turns that wait to be sent now
};

/// Where nudges may go at all.
class NudgePlaces {
public:
    virtual ~NudgePlaces() = default;
    /// Whether a target may be subscribed, and the host that is shown of it. Refuses at `path`. Asks nobody.
    virtual std::expected<std::string, Refusal> check(const protocol::NudgeTarget& target, const std::string& path) const = 0;
};

class Nudges : public NudgePlaces {
public:
    /// Tells everybody of `listeners`, at once or with others that go to the same place.
    virtual void tell(Turn turn, std::vector<NudgeSubscription> listeners) = 0;
    /// The decision is made: what was not sent yet need not be.
    virtual void decision_closed(const std::string& battle, std::int64_t decision) = 0;
    /// Nothing goes there any more, not even what waits already.
    virtual void unsubscribed(const std::string& battle, const std::string& listener) = 0;
    virtual NudgeCounters counters() const = 0;
    /// What browsers need to subscribe: the server's public key, base64url.
    virtual std::string push_key() const = 0;
    /// The hosts that may be subscribed.
    virtual const std::vector<std::string>& hosts() const = 0;
};

}  // namespace muster::server
