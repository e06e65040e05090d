// Checks records for whoever posts one, on a thread of its own: a large record keeps it busy for seconds, and neither the network
// nor the battles wait for that. Thread-safe.
//
// Bounded: one record at a time, a few waiting (more: server_busy), and a time for each (longer: server_busy).
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>

#include "protocol/verify.hpp"
#include "server/base/executor.hpp"

namespace muster::server {

class VerifyService {
public:
    explicit VerifyService(const rules::Rulesets& rulesets) : rulesets_(rulesets) {}
    ~VerifyService();
    /// Whoever waits for a verdict, or asks from now on, is told at once that the server goes down; the check that is under way ends.
    void stop();
    VerifyService(const VerifyService&) = delete;
    VerifyService& operator=(const VerifyService&) = delete;

    /// The verdict, or why there is none: the record cannot be read, or too many ask. Called once, on the thread of the service, at once, or by
    /// stop().
    using Done = std::function<void(std::expected<protocol::Verdict, Refusal>)>;
    void verify(std::string record, Done done);

private:
    std::expected<protocol::Verdict, Refusal> check_guarded(const std::string& text) const;
    std::expected<protocol::Verdict, Refusal> check(const std::string& text) const;

    void tell(std::uint64_t number, std::expected<protocol::Verdict, Refusal> verdict);

    const rules::Rulesets& rulesets_;
    std::stop_source stop_{};
    std::mutex mutex_{};  // guards what follows
    std::uint64_t last_number_ = 0;
    std::map<std::uint64_t, Done> waiting_{};  ///< who has no verdict yet, in the order of asking
    asio::thread_pool thread_{1};
};

}  // namespace muster::server
