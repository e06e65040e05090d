// Sends nudges, on a thread of its own. Made in main, after the store; callable from anywhere.
#pragma once
#include <mutex>

#include "protocol/p256_key.hpp"
#include "server/base/own_loop.hpp"
#include "server/battle/now.hpp"
#include "server/battle/nudges.hpp"
#include "server/nudge/https_poster.hpp"
#include "server/nudge/posts.hpp"
#include "server/nudge/queue.hpp"

namespace muster::server {

class NudgeService final : public Nudges {
public:
    /// The server's time.
    using Clock = std::function<Now()>;
    /// A place answered that it is gone: this subscription of this battle has no use any more. Called on the service's thread.
    using Lost = std::function<void(const std::string& battle, const std::string& listener)>;

    NudgeService(NudgeSettings settings, protocol::P256Key push_key, Clock clock, Resolve resolve = resolve_with_system);
    ~NudgeService() override;
    NudgeService(const NudgeService&) = delete;
    NudgeService& operator=(const NudgeService&) = delete;

    /// Before the first tell().
    void on_lost(Lost lost) { lost_ = std::move(lost); }

    std::expected<std::string, Refusal> check(const protocol::NudgeTarget& target, const std::string& path) const override;
    void tell(Turn turn, std::vector<NudgeSubscription> listeners) override;
    void decision_closed(const std::string& battle, std::int64_t decision) override;
    void unsubscribed(const std::string& battle, const std::string& listener) override;
    NudgeCounters counters() const override;
    std::string push_key() const override;
    const std::vector<std::string>& hosts() const override { return settings_.reach.hosts; }

    /// Looks again at what is due; for tests, whose clock does not run by itself.
    void wake();
    /// Cuts what is under way and forgets what waits. Afterwards nothing is sent.
    void stop();

private:
    void pump();
    void send(const NudgeQueue::Job& job);
    std::expected<HttpsRequest, Refusal> request_for(const NudgeQueue::Job& job) const;
    void edit(const NudgePosts::Edit& edit);
    /// What became of a message to Discord, so that it can be edited.
    void keep_post(const std::string& place, const std::expected<HttpsReply, HttpsTrouble>& result);
    void ended(const std::string& place, std::expected<HttpsReply, HttpsTrouble> result);
    void arm(std::int64_t now_ms);
    /// The queue's time: a jump of the time of day sends nothing too early or too late.
    std::int64_t played_ms() const { return clock_().played_ms(); }

    const NudgeSettings settings_;
    const protocol::P256Key push_key_;
    const Clock clock_;
    Lost lost_{};
    OwnLoop loop_{"nudges failed"};
    HttpsPoster poster_;
    NudgeQueue queue_;
    NudgePosts posts_{};
    std::map<std::string, NudgeQueue::Job> posting_{};  ///< messages to Discord that are under way, by place
    Timer timer_;
    bool stopped_ = false;
    mutable std::mutex counters_mutex_{};
    NudgeCounters counters_{};  ///< a copy for other threads
};

}  // namespace muster::server
