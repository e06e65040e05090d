// One HTTP connection: requests in, responses out, or the change to a WebSocket at /ws.
#pragma once
#include <memory>
#include <mutex>
#include <unordered_map>

#include "server/config.hpp"
#include "server/connection.hpp"
#include "server/http_api.hpp"

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

struct HttpServices {
    Services& services;
    const Config& config;
    std::shared_ptr<Lobby> lobby;
    std::shared_ptr<HttpApi> api;
    std::shared_ptr<Connections> connections;
    Frame notice;  ///< sent to every WebSocket at shutdown
};

/// Serves one connection until it ends. `services` must outlive it.
void serve_http(Socket socket, HttpServices& services);

/// Whether a browser page of `origin` may open a WebSocket on this server, reached as `host`.
bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& allowed);

}  // namespace muster::server
