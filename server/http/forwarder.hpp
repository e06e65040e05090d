// Passes HTTP requests on to the server of the same store that has the battle; the port behind which that stands. Thread-safe.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/http/message.hpp"

namespace muster::server {

class Forwarder {
public:
    virtual ~Forwarder() = default;

    /// Called once, on any thread, with that server's answer; nothing: it has the battle no longer, or is not there, and nothing came of the request.
    using Answered = std::function<void(std::optional<HttpResponse>)>;
    /// Whoever asked is gone: it need not be answered. May be called at any time, from any thread.
    using Cut = std::function<void()>;
    /// `waits`: a long poll, whose answer may take a minute; the answers of others are there in seconds or not at all.
    virtual Cut forward(const HttpRequest& request, const std::string& battle, bool waits, Answered done) = 0;
    /// Where another server posts what its operator wants of a battle of this one; not for clients.
    static constexpr std::string_view orders_path = "/node/v1/orders";
    /// Answers that, once, on any thread.
    virtual void take_order(const std::string& body, std::function<void(HttpResponse)> done) = 0;
    /// Calls it after so long.
    virtual void after(std::chrono::milliseconds pause, std::function<void()> then) = 0;

    struct Figures {
        std::size_t battles = 0;    ///< of other servers, that somebody here is at
        std::int64_t lines = 0;     ///< connections to other servers for them
        std::int64_t lost = 0;      ///< of these, that broke
        std::int64_t requests = 0;  ///< that were passed on
    };
    virtual Figures figures() const = 0;
};

}  // namespace muster::server
