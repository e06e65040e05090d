// Connections to the server that is passed on: look-up, TCP, TLS.
#pragma once
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/base/clock.hpp"
#include "server/base/server_address.hpp"
#include "server/net/channel.hpp"

namespace muster::server {

/// Thread-safe; outlives whatever it connects.
///
/// The system's look-up of a name cannot be interrupted, and all of them share one thread: so there is one at a time, whoever waits for it waits no
/// longer than for anything else here, and what it found serves for limits::relay_host_kept, or until it does not connect.
class Dialler {
public:
    using Endpoints = std::vector<tcp::endpoint>;  ///< empty: the host is not known
    using LookUp = std::function<void(std::function<void(Endpoints)> done)>;
    /// `look_up`: calls `done` once, on any thread.
    Dialler(ServerAddress to, const Trust& trust, const Clock& clock, LookUp look_up)
        : to_(std::move(to)), trust_(trust), clock_(clock), look_up_(std::move(look_up)) {}
    Dialler(const Dialler&) = delete;
    Dialler& operator=(const Dialler&) = delete;

    const ServerAddress& address() const { return to_; }
    /// Everything within limits::relay_connect_max. The refusal is for whoever waits, and stands in the log once in limits::relay_unreachable_told.
    Task<std::expected<std::shared_ptr<Channel>, std::string>> dial(Strand strand);

private:
    Task<std::expected<std::shared_ptr<Channel>, std::string>> connect(Strand strand);
    Task<Endpoints> find(Strand strand);
    void tell(const std::string& why);
    void found(Endpoints endpoints);
    void forget();

    const ServerAddress to_;
    const Trust& trust_;
    const Clock& clock_;
    const LookUp look_up_;
    std::mutex mutex_{};  // guards what follows
    Endpoints endpoints_{};
    std::int64_t until_ms_ = 0;
    bool looking_ = false;
    std::int64_t told_until_ms_ = 0;  ///< that it cannot be reached
    std::vector<std::shared_ptr<Timer>> waiting_{};
};

/// The system's.
Dialler::LookUp system_look_up(IoContext& io, const ServerAddress& of);

}  // namespace muster::server
