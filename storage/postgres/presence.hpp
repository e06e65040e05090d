// That this server lives, for the others of its store: a lock and a sign of life every beat_every, on a connection and a thread of their own, so that neither
// waits for what is written. The lock is free at once when the process dies; the sign of life stops also where it only hangs. Each time it sees which others
// live, and where one is late it looks again when that one's lease ends. Thread-safe.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "storage/postgres/connection.hpp"
#include "storage/postgres/others.hpp"

namespace muster::storage::postgres {

class Presence {
public:
    struct Heard {
        /// The store's generation, with each sign of life.
        std::function<void(std::string generation)> generation{};
        /// There was none for so long that others may have taken what was this server's.
        std::function<void()> back{};
        /// What is kept under watch()'s key: the first time, and whenever it is something else.
        std::function<void(const std::string& value)> remembered{};
        /// Nothing got through for cut_off_after, or something does again (Neighbours::on_reach).
        std::function<void(bool reached, bool others)> reach{};
        /// A server that others reached at this address is gone, and none lives that they reach there.
        std::function<void(const std::string& url)> gone{};
        /// The store is a newer server's (Neighbours::on_outdated).
        std::function<void()> outdated{};
        /// Others live, and none of them finds this server by its address (Neighbours::on_unreachable).
        std::function<void()> unreachable{};
    };
    /// `url`: where others reach this server. `newest_known`: of the schema's versions. `silence_max`: as in Connection::bound_silence.
    Presence(std::string address, std::string url, std::int64_t newest_known, std::chrono::milliseconds silence_max);
    ~Presence() { stop(); }
    Presence(const Presence&) = delete;
    Presence& operator=(const Presence&) = delete;

    /// From here on it lives under this token, and for the time being also under those before. Throws PgError, or StoreError when the store has become a newer
    /// server's.
    void enter(std::int64_t token);
    /// Those before are nobody's any more.
    void settle();
    /// The token that it lives under.
    std::int64_t token() const { return token_; }

    /// Begins to give signs of life by itself. `heard` is called on its thread.
    void start(Heard heard);
    /// From now on it is looked after what is kept under this key.
    void watch(std::string key);
    /// In good order: it is gone.
    void stop();

    /// The time of day by the database's clock.
    std::int64_t clock_ms() const { return steady_ms(Clock::now()) + ahead_ms_; }

    /// Whether the last sign of life is young enough (near_max), or was given where nobody else lives who could take anything.
    bool is_near() const;
    /// A newer server has made of the tables what this one does not know: it has gone, as the others see it, and must write nothing any more.
    bool is_outdated() const { return outdated_; }
    /// For how long no sign of life has got through, if that is longer than near_max; and that of all times together.
    std::chrono::milliseconds away() const;
    std::chrono::milliseconds away_ever() const { return std::chrono::milliseconds(away_before_ms_) + away(); }

private:
    using Clock = std::chrono::steady_clock;
    struct Answer {
        std::string generation;
        std::int64_t version = 0;  ///< of what is watched; 0: nothing is kept
    };
    void run();
    Connection& connection();
    void lock_all();
    Answer beat();
    void look_for_twins(const std::vector<Others::Seen>& seen, Clock::time_point now);
    bool is_to_tell_unreachable();
    static std::int64_t steady_ms(Clock::time_point at) { return std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count(); }
    /// It was this time of day at the database some time between `sent` and now.
    void set_clock(std::int64_t database_ms, Clock::time_point sent);
    void got_through(Clock::time_point at);
    /// What is watched, if it is of another version than what was told before.
    std::optional<std::string> news(std::int64_t version);

    const std::string address_;
    const std::string url_;
    const std::int64_t newest_known_;
    const std::chrono::milliseconds silence_max_;
    std::atomic<std::int64_t> token_ = 0;
    std::atomic<Clock::time_point> last_{};
    std::atomic<bool> outdated_ = false;
    std::atomic<bool> is_one_of_several_ = false;  ///< others lived when the last was given
    std::atomic<std::int64_t> away_before_ms_ = 0;
    std::atomic<std::int64_t> ahead_ms_ = 0;  ///< the database's time of day, of the steady time here
    Heard heard_{};

    std::mutex mutex_{};  // guards what follows
    std::condition_variable stopping_{};
    bool stopped_ = false;
    std::optional<Connection> connection_{};
    std::vector<std::int64_t> tokens_{};  ///< the last is token_
    bool locked_ = false;                 ///< all of them, on this connection
    std::string watched_{};
    std::optional<std::int64_t> told_version_{};  ///< of what is watched
    Others others_{};
    std::optional<Clock::time_point> unreachable_since_{};
    bool told_unreachable_ = false;
    std::thread thread_{};
};

}  // namespace muster::storage::postgres
