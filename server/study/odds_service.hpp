// Odds for whoever asks over HTTP, on threads of their own that yield to battles. Thread-safe.
//
// Bounded in time (limits::odds_*_max for each question, looked at inside all work) and in queue (beyond it: server_busy). The same
// question asked by many, such as all who watch a battle, is worked out once, and its answer kept for a while.
#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>

#include "protocol/odds.hpp"
#include "server/base/metrics.hpp"
#include "server/battle/odds_subject.hpp"

namespace muster::server {

class OddsService {
public:
    using Subject = OddsSubject;
    struct Question {
        std::string key;  ///< equal for questions with the same answer
        std::vector<std::string> seats;
        rules::Policy policy = rules::Policy::best;
        std::int64_t runs = 0;  ///< 0: exact if that is quick enough
        /// Runs on a thread of the service; refuses a bad setup. What it gives when its patience ran out is not looked at.
        std::function<std::expected<Subject, Refusal>(rules::Patience&)> prepare;
    };
    /// The answer as JSON text. Called once, on a thread of the service or at once.
    using Done = std::function<void(std::expected<std::string, Refusal>)>;

    /// `durations` gets what each question took.
    OddsService(int threads, DurationHistogram& durations);
    ~OddsService() { stop(); }
    OddsService(const OddsService&) = delete;
    OddsService& operator=(const OddsService&) = delete;

    void ask(Question question, Done done);
    /// Ends what is being worked on at once; whoever waits for it, or asks from now on, is told that the server goes down.
    void stop();

    struct Statistics {
        std::int64_t answered = 0;
        std::int64_t refused = 0;  ///< as server_busy
        std::size_t waiting = 0;
    };
    Statistics statistics() const;

private:
    struct Job {
        Question question;
        std::vector<Done> asked{};
    };
    using Answer = std::expected<std::string, Refusal>;

    void work(const std::stop_token& stop);
    Answer answer(const Question& question, int threads, const std::stop_token& stop) const;
    void keep(const std::string& key, const std::string& answer);

    const int threads_;
    DurationHistogram& durations_;
    mutable std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<std::shared_ptr<Job>> queue_{};
    std::unordered_map<std::string, std::shared_ptr<Job>> open_{};  ///< queued or being worked on
    std::list<std::pair<std::string, std::string>> kept_{};         ///< newest first
    std::unordered_map<std::string, std::list<std::pair<std::string, std::string>>::iterator> kept_by_key_{};
    std::size_t kept_bytes_ = 0;
    int busy_ = 0;
    bool stopped_ = false;
    Statistics statistics_{};
    std::vector<std::jthread> workers_{};  ///< last: they use all of the above
};

}  // namespace muster::server
