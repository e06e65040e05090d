#include "server/peers/own_line.hpp"

#include "protocol/client_messages.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/seat_messages.hpp"

namespace muster::server {

namespace {

class OwnLine final : public Upstream::Line, public Subscriber, public std::enable_shared_from_this<OwnLine> {
public:
    OwnLine(std::shared_ptr<Battles> battles, const Strand& strand, Upstream::To to, std::weak_ptr<Upstream::Listener> listener)
        : battles_(std::move(battles)), strand_(strand), to_(std::move(to)), listener_(std::move(listener)) {}

    void start() {
        asio::post(strand_, [self = shared_from_this()] {
            if (const auto listener = self->listener_.lock()) listener->on_open();
        });
    }

    void say(std::string text) override {
        auto message = protocol::read_client_message(text);
        if (!message) return close("it was said what is no message");
        const auto battle = battles_->find(to_.battle);
        if (!battle) return close(battle.error().message);
        if (auto* follow = std::get_if<protocol::Follow>(&message->body))
            return (*battle)->follow(shared_from_this(), std::move(message->id), std::move(*follow));
        if (auto together = take_together(message->body)) return (*battle)->together(shared_from_this(), std::move(message->id), std::move(*together));
        auto seat = take_seat_message(message->body);
        if (seat) (*battle)->send(shared_from_this(), std::move(message->id), std::move(*seat));
    }

    void cut() override {
        listener_.reset();
        leave();
    }

    void pause(bool on) override {
        paused_ = on;
        if (!on) go_on();
    }

    // As a battle sees it, from any thread.
    bool gone() const override { return gone_; }
    std::string address() const override { return to_.for_address; }
    bool stays_here() const override { return true; }
    void deliver(Bundle bundle) override {
        asio::post(strand_, [self = shared_from_this(), bundle = std::move(bundle)] { self->hear(*bundle); });
    }
    void deliver_then(Bundle bundle, std::function<void()> drained) override {
        asio::post(strand_, [self = shared_from_this(), bundle = std::move(bundle), drained = std::move(drained)]() mutable {
            self->hear(*bundle);
            self->drained_ = std::move(drained);
            if (!self->paused_) self->go_on();
        });
    }
    void come_again() override {
        asio::post(strand_, [self = shared_from_this()] { self->close("what it has told is no longer true"); });
    }

private:
    void hear(const Messages& messages) {
        if (messages.refusal() && is_another_servers(*messages.refusal())) return close("another server has it");
        for (std::size_t i = 0; i < messages.size(); ++i)
            if (const auto listener = listener_.lock()) listener->on_text(messages[i].text);
    }

    void go_on() {
        if (const auto drained = std::exchange(drained_, {})) drained();
    }

    // Posted: whoever says something is not called back from within.
    void close(std::string why) {
        leave();
        asio::post(strand_, [self = shared_from_this(), why = std::move(why)] {
            if (const auto listener = std::exchange(self->listener_, {}).lock()) listener->on_closed(why);
        });
    }

    void leave() {
        drained_ = {};
        if (gone_.exchange(true)) return;
        if (const auto battle = battles_->existing(to_.battle)) battle->leave(shared_from_this());
    }

    std::shared_ptr<Battles> battles_;
    Strand strand_;
    const Upstream::To to_;
    std::weak_ptr<Upstream::Listener> listener_;
    std::function<void()> drained_{};
    bool paused_ = false;
    std::atomic<bool> gone_{false};
};

}  // namespace

std::shared_ptr<Upstream::Line> open_own_line(std::shared_ptr<Battles> battles, const Strand& strand, const Upstream::To& to,
                                              std::weak_ptr<Upstream::Listener> listener) {
    auto line = std::make_shared<OwnLine>(std::move(battles), strand, to, std::move(listener));
    line->start();
    return line;
}

}  // namespace muster::server
