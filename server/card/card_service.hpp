// Pictures of battles for whoever asks over HTTP, drawn one at a time on a thread of its own that yields to battles. Thread-safe.
//
// Bounded in queue (limits::card_queue_max pictures, of each limits::card_askers_max askers; beyond it: server_busy) and in what is kept
// (limits::card_kept_bytes_max; what was not asked for the longest goes first). The same picture asked for by many is drawn once.
#pragma once
#include <condition_variable>
#include <deque>
#include <expected>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "rules/refusal.hpp"
#include "server/battle/glance.hpp"

namespace muster::server {

class CardService {
public:
    struct Picture {
        std::string png;
        std::string tag;  ///< another one for other bytes
    };
    using Done = std::function<void(std::expected<std::shared_ptr<const Picture>, Refusal>)>;
    /// The PNG of a battle, or of none that is told. Called on the service's thread, by one at a time.
    using Draw = std::function<std::string(const std::optional<Glance>&)>;

    /// `made`: makes what draws, on the thread, when the first picture is asked for: whoever never asks pays nothing.
    explicit CardService(std::function<Draw()> made);
    ~CardService() { stop(); }
    CardService(const CardService&) = delete;
    CardService& operator=(const CardService&) = delete;

    /// `battle` and what it shows; nothing: the picture of those that are not told, which is the same for all. `done` is called once, on the thread or at once.
    void ask(const std::string& battle, std::optional<Glance> glance, Done done);
    /// Whoever waits, or asks from now on, is told that the server goes down.
    void stop();

    struct Statistics {
        std::int64_t drawn = 0;
        std::int64_t kept = 0;     ///< answered from what was kept
        std::int64_t refused = 0;  ///< as server_busy
        std::size_t bytes = 0;     ///< that are kept now
    };
    Statistics statistics() const;

private:
    struct Job {
        std::string key;
        std::optional<Glance> glance;
        std::vector<Done> asked{};
    };
    using Kept = std::list<std::pair<std::string, std::shared_ptr<const Picture>>>;
    using Drawn = std::expected<std::shared_ptr<const Picture>, Refusal>;

    void work(const std::stop_token& stop);
    Drawn draw(const Job& job);
    void keep(const std::string& key, std::shared_ptr<const Picture> picture);

    const std::function<Draw()> made_;
    Draw draw_{};  ///< of the thread alone
    mutable std::mutex mutex_{};
    std::condition_variable_any wake_{};
    std::deque<std::shared_ptr<Job>> queue_{};
    std::unordered_map<std::string, std::shared_ptr<Job>> open_{};  ///< queued or being drawn
    Kept kept_{};                                                   ///< asked for last first
    std::unordered_map<std::string, Kept::iterator> kept_by_key_{};
    bool stopped_ = false;
    Statistics statistics_{};
    std::jthread thread_{};  ///< last: it uses all of the above
};

}  // namespace muster::server
