#include "server/http/event_stream.hpp"

#include "server/base/limits.hpp"
#include "server/http/message_text.hpp"

namespace muster::server {

namespace {

// One message of ours as one of SSE. Our texts are one line each.
void append_sse(std::string& out, std::string_view text) {
    const auto type = type_of(text);
    if (type == "event") out.append("id: ").append(std::to_string(number_in(text, "seq"))).append("\n");
    out.append("event: ").append(type).append("\ndata: ").append(text).append("\n\n");
}

}  // namespace

void EventStream::start(Session& session, protocol::Follow message) {
    battle_ = session.battle();
    session.follow(shared_from_this(), {}, std::move(message));
}

void EventStream::deliver_all(std::vector<Frame> frames) {
    if (frames.empty()) return;
    if (const auto done = take_done()) answer(done, texts_in(*frames.front()).front());
    for (const auto& frame : frames) append(frame);
    const std::lock_guard lock(mutex_);
    if (more_) more_();
}

void EventStream::deliver_then(Frame frame, std::function<void()> drained) {
    {
        const std::lock_guard lock(mutex_);
        if (!over_) drained_.push_back(std::move(drained));
    }
    deliver(std::move(frame));
}

// The first thing a session says is whether the battle may be followed.
void EventStream::answer(const std::function<void(HttpResponse)>& done, std::string_view first) {
    if (type_of(first) == protocol::Rejected::type) {
        close({});
        return done(problem(refusal_in(first)));
    }
    HttpResponse out{200, "text/event-stream"};
    out.headers["X-Accel-Buffering"] = "no";  // nginx would keep events back
    out.stream = shared_from_this();
    {
        const std::lock_guard lock(mutex_);
        unsent_ = "retry: 1000\n\n";
    }
    done(std::move(out));
}

// A message that is larger than the bound by itself may still go out, alone.
void EventStream::append(const Frame& frame) {
    std::string added;
    added.reserve(frame->size() + 64);
    for (const auto text : texts_in(*frame)) append_sse(added, text);
    {
        const std::lock_guard lock(mutex_);
        if (over_) return;
        const auto waiting = unsent_.size() + writing_;
        if (waiting == 0 || waiting + added.size() <= limits::outbox_bytes_max) {
            unsent_ += added;
            return;
        }
    }
    close(": you read too slowly; come back with the last id\n\n");
    leave();
}

void EventStream::end(RequestEnd::Reason reason) {
    if (reason == RequestEnd::Reason::going_down) append(notice_);
    close({});
    leave();
    // Nobody may be left waiting: the session says nothing to who is gone, and a request without an answer never ends.
    if (const auto done = take_done()) done(problem({Code::server_busy, "the server is going down; come back in a moment"}));
}

/// Ends it; what is unsent gives way to the last words, if there are any.
void EventStream::close(std::string last_words) {
    const std::lock_guard lock(mutex_);
    if (std::exchange(over_, true)) return;
    if (!last_words.empty()) unsent_ = std::move(last_words);
    drained_.clear();
    if (more_) more_();
}

std::function<void(HttpResponse)> EventStream::take_done() {
    const std::lock_guard lock(mutex_);
    return std::exchange(done_, {});
}

void EventStream::leave() {
    if (const auto session = lobby_->existing(battle_)) session->leave(shared_from_this());
}

std::string EventStream::take() {
    const std::lock_guard lock(mutex_);
    writing_ = unsent_.size();
    return std::exchange(unsent_, {});
}

void EventStream::written() {
    std::vector<std::function<void()>> drained;
    {
        const std::lock_guard lock(mutex_);
        writing_ = 0;
        if (unsent_.empty()) drained.swap(drained_);
    }
    for (const auto& each : drained) each();
}

bool EventStream::over() const {
    const std::lock_guard lock(mutex_);
    return over_;
}

void EventStream::on_more(std::function<void()> callback) {
    const std::lock_guard lock(mutex_);
    more_ = std::move(callback);
}

}  // namespace muster::server
