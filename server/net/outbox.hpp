// What waits to be written to one channel. The only writer of that channel: events, answers and Beast's own control frames
// all pass here, so frames never interleave. Lives on the connection's strand.
#pragma once
#include <deque>
#include <functional>
#include <memory>

#include "server/net/channel.hpp"
#include "server/net/frame.hpp"

namespace muster::server {

class Outbox {
public:
    /// `keep_alive`: what must live while a write is pending. `failed` is called once, when the socket cannot be written
    /// any more or a write stalls.
    Outbox(Channel& channel, std::function<std::shared_ptr<void>()> keep_alive, std::function<void()> failed)
        : channel_(channel), keep_alive_(std::move(keep_alive)), failed_(std::move(failed)) {}

    /// Queues bytes and writes what the socket takes at once. False: the bound is exceeded and nothing was queued.
    bool push(Frame frame);
    /// Several frames, written together. False: the bound is exceeded, what came before it stays queued.
    bool push_all(std::vector<Frame> frames);
    /// The same without a bound: control frames, answers to the close handshake.
    void push_control(Frame frame);
    /// The same; whatever is pushed after it is dropped. RFC 6455, 5.5.1: no data may follow a close frame.
    void push_last(Frame frame);
    /// Drops what has not been begun, so that a close frame comes next.
    void drop_unsent();
    /// Called once when everything is written (at once if nothing waits).
    void when_drained(std::function<void()> callback);

    /// Everything is written.
    bool empty() const { return queue_.empty() && !waiting_; }
    bool broken() const { return broken_; }
    void stop();

private:
    bool queue(Frame frame);
    void flush();
    void wait();
    void fail();
    void drained();

    Channel& channel_;
    std::function<std::shared_ptr<void>()> keep_alive_;
    std::function<void()> failed_;
    std::deque<Frame> queue_{};
    std::size_t begun_ = 0;  // bytes of the front frame that are written
    std::size_t bytes_ = 0;
    bool waiting_ = false;
    bool broken_ = false;
    bool ended_ = false;              // the last frame is queued or written
    std::unique_ptr<Timer> stall_{};  // made when a write first blocks: idle connections pay nothing for it
    std::vector<std::function<void()>> drained_{};
};

}  // namespace muster::server
