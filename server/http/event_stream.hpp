// A battle followed by server-sent events: a subscriber like a WebSocket's connection, whose messages become SSE messages with
// the same JSON. Owned by the battle it follows and by the connection that writes it; thread-safe.
//
// Bounded like a connection's outbox: whoever reads too slowly loses what is unsent, and the stream ends; it comes back with
// the last id it has.
#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "server/battle/battles.hpp"
#include "server/http/body_stream.hpp"
#include "server/http/message.hpp"
#include "server/http/request_end.hpp"

namespace muster::server {

class EventStream final : public Subscriber, public BodyStream, public std::enable_shared_from_this<EventStream> {
public:
    /// `done` is called once: with the stream when the battle may be followed, else with the refusal. `caller`: whose it is.
    EventStream(std::shared_ptr<Battles> battles, Bundle notice, std::shared_ptr<Caller> caller, std::function<void(HttpResponse)> done)
        : battles_(std::move(battles)), notice_(std::move(notice)), caller_(std::move(caller)), done_(std::move(done)) {}

    void start(BattlePort& battle, protocol::Follow message);
    /// The connection ended, or is about to. Answers the request, if the battle has not yet.
    void end(RequestEnd::Reason reason);

    bool gone() const override { return over(); }
    std::string address() const override { return caller_text(caller_->address()); }
    bool may_fetch() override { return static_cast<bool>(caller_->may_fetch()); }
    void deliver(Bundle bundle) override { deliver_all({std::move(bundle)}); }
    void deliver_all(std::vector<Bundle> bundles) override;
    void deliver_then(Bundle bundle, std::function<void()> drained) override;
    void come_again() override { close({}); }

    std::string take() override;
    void written() override;
    bool over() const override;
    bool cut_short() const override { return false; }
    std::string sign_of_life() const override { return ":\n\n"; }
    void on_more(std::function<void()> callback) override;

private:
    void append(const Messages& messages);
    void answer(const std::function<void(HttpResponse)>& done, const Messages& first);
    std::function<void(HttpResponse)> take_done();
    void close(std::string last_words);
    void leave();

    std::shared_ptr<Battles> battles_;
    Bundle notice_;
    std::shared_ptr<Caller> caller_;
    std::function<void(HttpResponse)> done_;
    std::string battle_{};
    mutable std::mutex mutex_;
    std::string unsent_{};
    std::size_t writing_ = 0;  ///< bytes taken and not yet written
    std::vector<std::function<void()>> drained_{};
    std::function<void()> more_{};
    bool over_ = false;
};

}  // namespace muster::server
