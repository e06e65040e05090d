// Messages in Discord that nudges have become, so that they can be edited when their decisions are made. Pure, like NudgeQueue: it knows no network and no
// clock.
//
// Bounded (limits::nudge_posts_max; then the oldest is left as it stands), one edit at a time, and kept in memory: a restart leaves all of them as they stand.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "server/nudge/queue.hpp"

namespace muster::server {

class NudgePosts {
public:
    /// An edit that should be made now.
    struct Edit {
        std::int64_t post = 0;  ///< for finished()
        protocol::NudgeTarget target;
        std::string message;  ///< its id in Discord
        Digest digest;
    };

    /// A message that was taken. What was decided since it was sent stands in its digest.
    void add(std::int64_t now_ms, const protocol::NudgeTarget& target, const std::string& message, Digest digest);
    void close(std::int64_t now_ms, const std::string& battle, std::int64_t decision);
    /// Its messages are left as they stand.
    void forget(const std::string& battle);

    /// What should be edited now; it is under way until finished() says what became of it.
    std::optional<Edit> take_due(std::int64_t now_ms);
    /// `retry_after_ms`: what Discord asked for, 0 if nothing; all messages by the same webhook wait for that.
    void finished(std::int64_t post, NudgeOutcome outcome, std::int64_t now_ms, std::int64_t retry_after_ms = 0);
    std::optional<std::int64_t> next_due_ms(std::int64_t now_ms) const;

    /// Of edits, as NudgeQueue counts messages; `waiting`: messages that should be edited.
    NudgeCounters counters() const;
    std::size_t size() const { return posts_.size(); }

private:
    struct Post {
        std::int64_t number = 0;
        protocol::NudgeTarget target;
        std::string message;
        Digest digest;
        std::int64_t due_ms = 0;  ///< 0: it is as it should be
        int attempts = 0;
    };
    std::deque<Post> posts_{};  ///< the oldest first
    NudgeCounters counters_{};
    std::int64_t numbers_ = 0;
    std::int64_t under_way_ = 0;  ///< 0: none
};

/// Marks what was decided. Whether anything was.
bool mark_decided(Digest& digest, const std::string& battle, std::int64_t decision);

}  // namespace muster::server
