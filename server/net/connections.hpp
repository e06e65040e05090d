// The table of all connections, HTTP and WebSockets alike.
#pragma once
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace muster::server {

/// Everything that is connected now, so that a shutdown can reach it. Thread-safe.
class Connections {
public:
    /// `close` asks it to end (goodbye first), `cut` ends it at once; both may be called from any thread.
    struct Ends {
        std::function<void()> close;
        std::function<void()> cut;
    };
    /// Nothing if there are too many, or the server is closing.
    std::optional<std::uint64_t> add(Ends ends, std::size_t limit);
    void replace(std::uint64_t id, Ends ends);
    void remove(std::uint64_t id);
    void close_all();
    void cut_all();
    std::size_t size() const;

private:
    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, Ends> open_{};
    std::uint64_t next_ = 0;
    bool closing_ = false;
};

}  // namespace muster::server
