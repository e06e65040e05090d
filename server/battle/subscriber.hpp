// A connection as a battle's session sees it. Callable from any strand: each call is a message posted to the connection.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "server/net/frame.hpp"

namespace muster::server {

class Subscriber {
public:
    virtual ~Subscriber() = default;
    /// Whether the connection has ended; nobody needs to be told anything any more.
    virtual bool gone() const { return false; }
    /// For callers that do not follow: the token that proves their seat with each message. Empty: who follows is known already.
    virtual std::string token() const { return {}; }
    /// Queues a frame; a connection whose bound it exceeds closes itself with 4008.
    virtual void deliver(Frame frame) = 0;
    /// Several at once: what one commit has to say to one connection goes out in one write.
    virtual void deliver_all(std::vector<Frame> frames) {
        for (auto& frame : frames) deliver(std::move(frame));
    }
    /// The same, and calls `drained` (on the connection's strand) when all of it is written. Not called if the
    /// connection ends before.
    virtual void deliver_then(Frame frame, std::function<void()> drained) = 0;
};

}  // namespace muster::server
