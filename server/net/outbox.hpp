// What waits to be written to one channel. The only writer of that channel: events, answers and Beast's own control frames
// all pass here, so frames never interleave. Lives on the connection's strand.
#pragma once
#include <boost/container/deque.hpp>
#include <functional>
#include <memory>
#include <span>

#include "server/base/frame.hpp"
#include "server/net/channel.hpp"

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
    bool push_all(std::span<Frame> frames);
    /// What Beast itself writes: the answer to the upgrade, and control frames. They have a bound of their own
    /// (limits::control_bytes_max), so that a full outbox still gets its close frame; beyond it the channel has failed.
    /// Of pongs only the latest waits (RFC 6455, 5.5.3: an endpoint may answer the most recent ping alone), and it goes next.
    void push_control(Frame frame);
    /// The same; whatever is pushed after it is dropped. RFC 6455, 5.5.1: no data may follow a close frame.
    void push_last(Frame frame);
    /// Drops what has not been begun, so that a close frame comes next.
    void drop_unsent();
    /// Called once when everything is written (at once if nothing waits).
    void when_drained(std::function<void()> callback);

    /// Everything is written.
    bool empty() const { return queue_.empty() && !pong_ && !waiting_; }
    bool broken() const { return broken_; }
    /// What waits now.
    std::size_t bytes() const { return bytes_; }
    std::size_t frames() const { return queue_.size() + (pong_ ? 1 : 0); }
    void stop();

private:
    bool write_or_queue(std::span<Frame> frames);
    bool queue(Frame frame);
    void queue_pong(Frame frame);
    void put_pong_first();
    void drop_pong();
    void flush();
    void wait();
    void fail();
    void drained();

    Channel& channel_;
    std::function<std::shared_ptr<void>()> keep_alive_;
    std::function<void()> failed_;
    boost::container::deque<Frame> queue_{};  // not std::deque, which takes half a kilobyte while it is empty
    Frame pong_{};                            // goes before the queue, once no frame is half written
    std::size_t begun_ = 0;                   // bytes of the front frame that are written
    std::size_t bytes_ = 0;                   // of queue and pong, less what is written
    std::size_t control_bytes_ = 0;           // of the control frames in the queue
    bool waiting_ = false;
    bool broken_ = false;
    bool ended_ = false;              // the last frame is queued or written
    std::unique_ptr<Timer> stall_{};  // made when a write first blocks: idle connections pay nothing for it
    std::vector<std::function<void()>> drained_{};
};

}  // namespace muster::server
