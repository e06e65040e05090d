// That this server lives, for the others of its store: a lock and a sign of life every half second, on a connection and a thread of their own, so that neither
// waits for what is written. The lock is free at once when the process dies; the sign of life stops also where it only hangs. Thread-safe.
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

namespace muster::storage::postgres {

class Presence {
public:
    struct Heard {
        /// The store's generation, with each sign of life.
        std::function<void(std::string generation)> generation{};
        /// There was none for so long that others may have taken what was this server's.
        std::function<void()> back{};
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
    /// In good order: it is gone.
    void stop();

    /// Whether the last sign of life is young enough (near_max), or was given where nobody else lives who could take anything.
    bool is_near() const;

private:
    using Clock = std::chrono::steady_clock;
    void run();
    Connection& connection();
    void lock_all();
    std::string beat();

    const std::string address_;
    const std::string url_;
    const std::int64_t newest_known_;
    const std::chrono::milliseconds silence_max_;
    std::atomic<std::int64_t> token_ = 0;
    std::atomic<Clock::time_point> last_{};
    std::atomic<bool> others_ = false;  ///< lived when the last was given
    Heard heard_{};

    std::mutex mutex_{};  // guards what follows
    std::condition_variable stopping_{};
    bool stopped_ = false;
    std::optional<Connection> connection_{};
    std::vector<std::int64_t> tokens_{};  ///< the last is token_
    bool locked_ = false;                 ///< all of them, on this connection
    std::thread thread_{};
};

}  // namespace muster::storage::postgres
