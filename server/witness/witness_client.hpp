// Asks the witnesses that the operator has named, over HTTPS, or over plain HTTP where he has named it so. A thread and an event loop of its own, so
// that neither look-ups nor TLS ever cost a battle anything. Whoever the operator has not named is never connected to.
//
// Bounded: limits::witness_requests_max questions at once, limits::witness_waiting_max that wait; more: server_busy. Which keys they have is asked once for all
// who want to know it meanwhile, and told again for limits::witness_keys_kept.
#pragma once
#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <thread>

#include "server/battle/witnesses.hpp"
#include "server/nudge/https_poster.hpp"

namespace muster::server {

class WitnessClient final : public Witnesses {
public:
    explicit WitnessClient(std::vector<std::string> addresses, Resolve resolve = resolve_with_system);
    ~WitnessClient() override;
    WitnessClient(const WitnessClient&) = delete;
    WitnessClient& operator=(const WitnessClient&) = delete;

    const std::vector<std::string>& addresses() const override { return addresses_; }
    void keys(KeysDone done) override;
    void ask(const std::string& address, const protocol::WitnessQuestion& question, Done done) override;
    /// Cuts what is under way. Afterwards nobody is asked.
    void stop();

private:
    struct Waiting {
        std::string address;
        HttpsRequest request;
        Done done;
    };
    /// What a witness has said of itself last.
    struct Said {
        std::string key{};  ///< empty: it didn't answer, or no key
        std::chrono::steady_clock::time_point at{};
    };
    void send_next();
    void ask_keys();
    void tell_keys();

    const std::vector<std::string> addresses_;
    std::atomic<std::size_t> asked_{0};
    std::shared_ptr<IoContext> io_;
    Strand strand_;
    asio::executor_work_guard<IoContext::executor_type> work_;
    HttpsPoster poster_;
    std::deque<Waiting> waiting_{};  ///< on the strand
    std::size_t under_way_ = 0;      ///< likewise
    std::map<std::string, Said> said_{};
    std::vector<KeysDone> want_keys_{};
    std::size_t keys_awaited_ = 0;
    std::jthread thread_{};
};

}  // namespace muster::server
