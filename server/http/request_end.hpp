// The end of a request whose answer takes its time (a long poll, a stream of events): its client is gone, or the server goes
// down. Lives on the connection's strand; the callback is called there, once.
#pragma once
#include <functional>
#include <utility>

namespace muster::server {

class RequestEnd {
public:
    enum class Reason { gone, going_down };

    /// For the handler, while it is asked.
    void when(std::function<void(Reason)> callback) { callback_ = std::move(callback); }
    /// Whether somebody wants to know.
    bool awaited() const { return static_cast<bool>(callback_); }
    /// For the connection.
    void tell(Reason reason) {
        if (const auto callback = std::exchange(callback_, {})) callback(reason);
    }

private:
    std::function<void(Reason)> callback_{};
};

}  // namespace muster::server
