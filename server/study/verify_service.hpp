// Checks records for whoever posts one, on a thread of its own: a large record keeps it busy for seconds, and neither the network
// nor the battles wait for that. Thread-safe.
//
// Bounded: one record at a time, a few waiting (more: server_busy), and a time for each (longer: server_busy).
#pragma once
#include <atomic>
#include <functional>
#include <stop_token>
#include <string>

#include "protocol/verify.hpp"
#include "server/base/executor.hpp"

namespace muster::server {

class VerifyService {
public:
    explicit VerifyService(const rules::Rulesets& rulesets) : rulesets_(rulesets) {}
    ~VerifyService();
    /// Ends the check that is under way; whoever waits for one, or asks from now on, is told that the server goes down.
    void stop() { stop_.request_stop(); }
    VerifyService(const VerifyService&) = delete;
    VerifyService& operator=(const VerifyService&) = delete;

    /// The verdict, or why there is none: the record cannot be read, or too many ask. Called once, on the thread of the service or at once.
    using Done = std::function<void(std::expected<protocol::Verdict, Refusal>)>;
    void verify(std::string record, Done done);

private:
    std::expected<protocol::Verdict, Refusal> check_guarded(const std::string& text) const;
    std::expected<protocol::Verdict, Refusal> check(const std::string& text) const;

    const rules::Rulesets& rulesets_;
    std::atomic<int> waiting_{0};
    std::stop_source stop_{};
    asio::thread_pool thread_{1};
};

}  // namespace muster::server
