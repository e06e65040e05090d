// One WebSocket, with Beast behind it. Beast reads (unmasking, fragments, UTF-8, pings, the close handshake); everything
// written passes the outbox, ready-made frames untouched. Lives on its own strand.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "server/base/executor.hpp"
#include "server/base/frame.hpp"

namespace muster::server {

/// Close codes of the protocol.
enum class Close : std::uint16_t { done = 1000, unsupported = 1003, going_down = 4001, too_slow = 4008, too_many = 4009 };

class WebSocket {
public:
    /// What happens on a WebSocket; called on its strand.
    class Handler {
    public:
        virtual ~Handler() = default;
        virtual void on_text(std::string_view text) = 0;
        virtual void on_closed() = 0;
    };

    virtual ~WebSocket() = default;
    // All of these on the strand.
    virtual bool send(Frame frame) = 0;                  ///< false: over the bound
    virtual bool send_all(std::span<Frame> frames) = 0;  ///< the same for several, in one write; they are moved from
    virtual void when_drained(std::function<void()> callback) = 0;
    virtual void close(Close code, std::string_view reason, bool drop_unsent) = 0;
    virtual void cut() = 0;  ///< ends the connection without a handshake

    virtual const Strand& strand() const = 0;
};

}  // namespace muster::server
