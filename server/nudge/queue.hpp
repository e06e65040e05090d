// What waits to be told, by place: the first turn goes out at once, those that come soon after are gathered into one message. Failed
// requests are repeated with growing, scattered pauses. Pure: it knows no network and no clock; the service that owns it calls it on one
// strand and says how much time has passed.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/nudge/text.hpp"

namespace muster::server {

/// What became of a request.
enum class NudgeOutcome {
    taken,
    gone,     ///< there is no such place any more
    refused,  ///< asking again would not help
    failed,   ///< it may work later
};

class NudgeQueue {
public:
    /// A message that should be sent now.
    struct Job {
        std::string place;  ///< for finished()
        protocol::NudgeTarget target;
        Digest digest;
    };
    /// A subscription whose place is gone.
    struct Lost {
        std::string battle;
        std::string listener;
        bool operator==(const Lost&) const = default;
    };

    /// `scatter(n)` gives a number from 0 to n, by chance.
    explicit NudgeQueue(std::function<std::int64_t(std::int64_t)> scatter) : scatter_(std::move(scatter)) {}

    void add(std::int64_t now_ms, const Turn& turn, const NudgeSubscription& listener, const std::string& host);
    /// The decision is made: nobody needs to be told.
    void close(const std::string& battle, std::int64_t decision);
    /// Nobody wants to be told there any more.
    void drop(const std::string& battle, const std::string& listener);

    /// What should be sent now; each is under way until finished() says what became of it.
    std::vector<Job> take_due(std::int64_t now_ms);
    /// Gives the subscriptions that are lost with a place that is gone. `retry_after_ms`: what the receiver asked for, 0 if nothing.
    std::vector<Lost> finished(const std::string& place, NudgeOutcome outcome, std::int64_t now_ms, std::int64_t retry_after_ms = 0);

    /// When take_due() should be called next, if nothing is added and nothing ends before.
    std::optional<std::int64_t> next_due_ms(std::int64_t now_ms) const;

    NudgeCounters counters() const;

private:
    struct Waiting {
        Turn turn;
        std::string listener;
    };
    struct Place {
        protocol::NudgeTarget target;
        std::string host;
        std::vector<Waiting> waiting{};
        std::vector<Waiting> sending{};
        std::int64_t due_ms = 0;  ///< 0 only while a message is under way
        int attempts = 0;
        std::size_t counted = 0;  ///< of `bytes_`
    };
    using Places = std::map<std::string, Place>;

    void schedule(const std::string& name, Place& place, std::int64_t due_ms);
    Job start(const std::string& name, Place& place);
    void erase_if(const std::function<bool(const Waiting&)>& unwanted);
    void count(Place& place);
    void forget(Places::iterator place);
    bool has_room() const;
    static std::vector<Lost> lost_with(const Place& place);
    void try_again(const std::string& name, Place& place, std::int64_t now_ms, std::int64_t retry_after_ms);

    std::function<std::int64_t(std::int64_t)> scatter_;
    Places places_{};
    std::size_t bytes_ = 0;  ///< about what all that takes
    std::set<std::pair<std::int64_t, std::string>> due_{};
    std::map<std::string, std::size_t> busy_hosts_{};
    std::size_t under_way_ = 0;
    NudgeCounters counters_{};
};

/// A name for a target: turns for equal targets may become one message.
std::string place_of(const protocol::NudgeTarget& target);

}  // namespace muster::server
