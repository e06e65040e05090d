#include "server/net/outbox.hpp"

#include <algorithm>
#include <array>

#include "server/base/limits.hpp"

namespace muster::server {

namespace {

constexpr std::size_t gather_max = 16;  // frames of one write

constexpr char pong_begin = '\x8a';  // whole, opcode 10

// Control frames are whole and have an opcode from 8 on; the answer to the upgrade begins with a letter. Pongs have their own bound.
std::size_t control_bytes_of(const std::string& frame) {
    constexpr unsigned marks = 0x88;
    const bool control = !frame.empty() && (static_cast<unsigned char>(frame.front()) & marks) == marks;
    return control && frame.front() != pong_begin ? frame.size() : 0;
}

}  // namespace

bool Outbox::push(Frame frame) { return push_all({&frame, 1}); }

bool Outbox::push_all(std::span<Frame> frames) {
    if (broken_ || ended_) return true;
    if (empty() && !channel_.holding() && frames.size() <= gather_max) return write_or_queue(frames);
    for (auto& frame : frames)
        if (!queue(std::move(frame))) return false;
    if (!waiting_) flush();
    return true;
}

// The common case: all of it fits the socket and never sees the queue.
bool Outbox::write_or_queue(std::span<Frame> frames) {
    std::array<asio::const_buffer, gather_max> buffers{};
    std::ranges::transform(frames, buffers.begin(), [](const Frame& frame) { return asio::buffer(*frame); });
    ErrorCode error;
    std::size_t written = channel_.write_some(std::span(buffers).first(frames.size()), error);
    if (error && error != asio::error::would_block) {
        fail();
        return true;
    }
    bool fits = true;
    for (auto& frame : frames) {
        if (queue_.empty() && written >= frame->size()) {
            written -= frame->size();
            continue;
        }
        fits = fits && queue(std::move(frame));
        if (written > 0) bytes_ -= begun_ = std::exchange(written, 0);
    }
    if (queue_.empty() && !channel_.holding()) return true;
    if (error || channel_.holding()) wait();
    else flush();
    return fits;
}

// A frame that is larger than the bound by itself may still go out, alone.
bool Outbox::queue(Frame frame) {
    if (bytes_ + frame->size() > limits::outbox_bytes_max && bytes_ > 0) return false;
    bytes_ += frame->size();
    queue_.push_back(std::move(frame));
    return true;
}

void Outbox::push_control(Frame frame) {
    if (broken_ || ended_) return;
    if (frame->starts_with(pong_begin)) {
        queue_pong(std::move(frame));
    } else {
        control_bytes_ += control_bytes_of(*frame);
        if (control_bytes_ > limits::control_bytes_max) return fail();
        bytes_ += frame->size();
        queue_.push_back(std::move(frame));
    }
    if (!waiting_) flush();
}

void Outbox::queue_pong(Frame frame) {
    drop_pong();
    bytes_ += frame->size();
    pong_ = std::move(frame);
}

void Outbox::drop_pong() {
    if (pong_) bytes_ -= pong_->size();
    pong_.reset();
}

// To the front of the queue, unless that is half written; in place of one that is there already.
void Outbox::put_pong_first() {
    if (!pong_ || begun_ > 0) return;
    if (!queue_.empty() && queue_.front()->front() == pong_begin) {
        bytes_ -= queue_.front()->size();
        queue_.pop_front();
    }
    queue_.push_front(std::exchange(pong_, nullptr));
}

void Outbox::push_last(Frame frame) {
    drop_pong();
    push_control(std::move(frame));
    ended_ = true;
}

void Outbox::drop_unsent() {
    while (queue_.size() > (begun_ > 0 ? 1U : 0U)) {
        bytes_ -= queue_.back()->size();
        control_bytes_ -= control_bytes_of(*queue_.back());
        queue_.pop_back();
    }
    drop_pong();
    drained_.clear();
}

void Outbox::when_drained(std::function<void()> callback) {
    if (broken_) return;
    if (empty()) return callback();
    drained_.push_back(std::move(callback));
}

// The socket is non-blocking: what fits goes out in this call, without an operation or an allocation.
void Outbox::flush() {
    while (!queue_.empty() || pong_ || channel_.holding()) {
        put_pong_first();
        std::array<asio::const_buffer, gather_max> buffers{};
        std::size_t count = 0;
        for (const auto& frame : queue_) {
            if (count == gather_max) break;
            buffers[count] = count == 0 ? asio::buffer(*frame) + begun_ : asio::buffer(*frame);
            ++count;
        }
        ErrorCode error;
        std::size_t written = channel_.write_some(std::span(buffers).first(count), error);
        if (error == asio::error::would_block) return wait();
        if (error) return fail();
        bytes_ -= written;
        while (written > 0) {
            const std::size_t left = queue_.front()->size() - begun_;
            if (written < left) {
                begun_ += written;
                break;
            }
            written -= left;
            begun_ = 0;
            control_bytes_ -= control_bytes_of(*queue_.front());
            queue_.pop_front();
        }
    }
    if (queue_.empty()) queue_.shrink_to_fit();
    drained();
}

void Outbox::wait() {
    waiting_ = true;
    if (!stall_) stall_ = std::make_unique<Timer>(channel_.get_executor());
    stall_->expires_after(limits::write_stall_max);
    stall_->async_wait([this, alive = keep_alive_()](ErrorCode error) {
        if (!error && waiting_) fail();
    });
    channel_.socket().async_wait(Socket::wait_write, [this, alive = keep_alive_()](ErrorCode error) {
        waiting_ = false;
        if (stall_) stall_->cancel();
        if (broken_) return;
        if (error) return fail();
        flush();
    });
}

void Outbox::drained() {
    auto callbacks = std::exchange(drained_, {});
    for (auto& callback : callbacks) callback();
}

void Outbox::fail() {
    if (broken_) return;
    stop();
    failed_();
}

void Outbox::stop() {
    broken_ = true;
    queue_.clear();
    pong_.reset();
    bytes_ = 0;
    control_bytes_ = 0;
    begun_ = 0;
    drained_.clear();
    if (stall_) stall_->cancel();
}

}  // namespace muster::server
