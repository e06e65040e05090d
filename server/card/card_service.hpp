// Pictures and films of battles for whoever asks over HTTP, drawn one at a time on a thread of its own that yields to battles. Thread-safe.
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
#include "server/battle/reading.hpp"

namespace muster::server {

class CardService {
public:
    struct Picture {
        std::string bytes;
        std::string tag;  ///< another one for other bytes
    };
    using Done = std::function<void(std::expected<std::shared_ptr<const Picture>, Refusal>)>;
    enum class Form { card, film };
    struct Subject {
        Form form = Form::card;
        std::optional<Glance> glance{};  ///< nothing: of a battle that is not told
        std::optional<Past> past{};      ///< of a film, with the glance
    };
    /// The PNG of a card, the GIF of a film. Called on the service's thread, by one at a time.
    using Draw = std::function<std::expected<std::string, Refusal>(const Subject&)>;

    /// `made`: makes what draws, on the thread, when the first picture is asked for: whoever never asks pays nothing.
    explicit CardService(std::function<Draw()> made);
    ~CardService() { stop(); }
    CardService(const CardService&) = delete;
    CardService& operator=(const CardService&) = delete;

    /// `battle` and what is drawn of it; without a glance: what is shown of those that are not told, the same for all. `done` is called once, on the thread or
    /// at once.
    void ask(const std::string& battle, Subject subject, Done done);
    /// What is kept of the battle as it stands in the glance; null: nothing.
    std::shared_ptr<const Picture> kept(Form form, const std::string& battle, const Glance& glance);
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
        Subject subject;
        std::vector<Done> asked{};
    };
    using Kept = std::list<std::pair<std::string, std::shared_ptr<const Picture>>>;
    using Drawn = std::expected<std::shared_ptr<const Picture>, Refusal>;

    void work(const std::stop_token& stop);
    std::shared_ptr<const Picture> find_kept(const std::string& key);
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
