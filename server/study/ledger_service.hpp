// Ledgers of battles for whoever asks over HTTP, on a thread of its own that yields to battles: many odds are worked out for one. Thread-safe.
//
// Bounded: one battle at a time, a few waiting, and a time for each (beyond: server_busy). A battle that many ask about is worked on once, and its ledger,
// which never changes, or why there is none, is kept for a while.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "server/base/executor.hpp"
#include "server/battle/reading.hpp"

namespace muster::server {

class LedgerService {
public:
    LedgerService();
    ~LedgerService();
    /// Whoever waits for a ledger, or asks from now on, is told at once that the server goes down; the one that is being made ends.
    void stop();
    LedgerService(const LedgerService&) = delete;
    LedgerService& operator=(const LedgerService&) = delete;

    /// The answer as JSON text. Called once, on the thread of the service, at once, or by stop().
    using Done = std::function<void(std::expected<std::string, Refusal>)>;
    /// `past`: all of a battle that is over.
    void ask(Past past, Done done);
    using Answer = std::expected<std::string, Refusal>;
    /// What is kept of this battle.
    std::optional<Answer> kept(const std::string& battle) const;

private:
    void tell(const std::string& battle, const Answer& answer);
    Answer make_guarded(const Past& past) const;
    Answer make(const Past& past) const;
    void keep(const std::string& battle, const Answer& answer);

    std::stop_source stop_{};
    mutable std::mutex mutex_{};                       // guards what follows
    std::map<std::string, std::vector<Done>> open_{};  ///< who waits, by battle
    std::map<std::string, Answer> kept_{};
    std::deque<std::string> kept_since_{};  ///< the battles of these, the oldest first
    std::size_t kept_bytes_ = 0;
    asio::thread_pool thread_{1};  ///< last: it uses all of the above
};

}  // namespace muster::server
