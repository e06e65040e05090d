#include "server/http/event_stream.hpp"

#include "server/base/limits.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

namespace {

// One message of ours as one of SSE. Our texts are one line each.
void append_sse(std::string& out, const Message& message) {
    if (message.type == "event") out.append("id: ").append(std::to_string(message.number)).append("\n");
    out.append("event: ").append(message.type).append("\ndata: ").append(message.text).append("\n\n");
}

}  // namespace

void EventStream::start(BattlePort& battle, protocol::Follow message) {
    battle_ = battle.battle();
    battle.follow(shared_from_this(), {}, std::move(message));
}

void EventStream::deliver_all(std::vector<Bundle> bundles) {
    if (bundles.empty()) return;
    if (const auto done = take_done()) answer(done, *bundles.front());
    bool followed = true;
    for (const auto& bundle : bundles) {
        append(*bundle);
        if (bundle->following()) followed = (*bundle)[0].type != protocol::Unfollowed::type;
    }
    if (!followed) return close({});  // nothing comes any more
    const std::lock_guard lock(mutex_);
    if (more_) more_();
}

void EventStream::deliver_then(Bundle bundle, std::function<void()> drained) {
    {
        const std::lock_guard lock(mutex_);
        if (!over_) drained_.push_back(std::move(drained));
    }
    deliver(std::move(bundle));
}

// The first thing a battle says is whether it may be followed.
void EventStream::answer(const std::function<void(HttpResponse)>& done, const Messages& first) {
    if (const auto* refusal = first.refusal()) {
        close({});
        return done(problem(*refusal));
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
void EventStream::append(const Messages& messages) {
    std::string added;
    added.reserve(messages.bytes() + 64 * messages.size());
    for (std::size_t i = 0; i < messages.size(); ++i) append_sse(added, messages[i]);
    {
        const std::lock_guard lock(mutex_);
        if (over_) return;
        const auto waiting = unsent_.size() + writing_;
        if (waiting == 0 || waiting + added.size() <= limits::outbox_bytes_max) {
            unsent_ += added;
            return;
        }
    }
    close(": you are reading too slowly; reconnect with the last id\n\n");
    leave();
}

void EventStream::end(RequestEnd::Reason reason) {
    if (reason == RequestEnd::Reason::going_down) append(*notice_);
    close({});
    leave();
    // Nobody may be left waiting: the battle says nothing to who is gone, and a request without an answer never ends.
    if (const auto done = take_done()) done(problem(going_down()));
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
    if (const auto battle = battles_->existing(battle_)) battle->leave(shared_from_this());
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
