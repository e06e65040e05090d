#include "server/ws/connection.hpp"

#include <boost/container/small_vector.hpp>

#include "protocol/server_messages.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/overloaded.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/seat_messages.hpp"

namespace muster::server {

namespace {

/// The frames of a bundle, which lives as long as they do.
Frame frames_of(Bundle bundle) {
    const auto* frames = &bundle->frames();
    return {std::move(bundle), frames};
}

const Refusal too_fast{Code::rate_limited, "too many messages; wait a moment and send it again"};

}  // namespace

Connection::Connection(Ground& ground, std::shared_ptr<Battles> battles, std::shared_ptr<WebSocket> websocket, std::shared_ptr<Caller> caller)
    : ground_(ground), battles_(std::move(battles)), websocket_(std::move(websocket)), caller_(std::move(caller)), strand_(websocket_->strand()) {}

void Connection::on_text(std::string_view text) {
    ground_.metrics.messages.add();
    auto message = protocol::read_client_message(text);
    const bool in_time = may_send();
    if (!in_time && ++refused_in_a_row_ > limits::flood_rejections_max) return websocket_->close(Close::too_many, "too many messages", true);
    if (!message) {
        const auto& bad = message.error();
        const auto& refusal = in_time ? bad.refusal : too_fast;
        if (bad.known_type) return reject(bad.id, refusal, bad.battle, bad.decision);
        count(refusal);
        return say(protocol::message_text(protocol::ErrorMessage{std::string(name(refusal.code)), refusal.message, refusal.path}, bad.id));
    }
    if (!in_time) {
        const auto [battle, decision] = protocol::subject_of(message->body);
        return reject(message->id, too_fast, std::string(battle), decision);
    }
    refused_in_a_row_ = 0;
    handle(std::move(*message));
}

// The connection's own rate, and that of all connections of its address.
bool Connection::may_send() {
    const auto& settings = *ground_.settings;
    if (caller_->is_passed_on()) return true;
    return messages_.take({settings.messages_per_s, settings.messages_burst}, std::chrono::steady_clock::now()) && caller_->may_send();
}

void Connection::handle(protocol::ClientMessage message) {
    const auto& id = message.id;
    const auto self = shared_from_this();
    log::debug("message", {{"type", message.type}, {"battle", protocol::subject_of(message.body).first}});
    std::visit(Overloaded{
                   [&](protocol::Create& create) { handle_create(id, create); },
                   [&](protocol::Follow& follow) { handle_follow(id, std::move(follow)); },
                   [&](protocol::Unfollow& unfollow) { handle_unfollow(id, unfollow.battle); },
                   [&](protocol::List& list) { handle_list(id, list); },
                   [&](protocol::Ping&) { say(protocol::message_text(protocol::Pong{}, id)); },
                   [&](auto&) { handle_seat(id, message.body); },
               },
               message.body);
}

bool Connection::shut_out(const std::string& id, const std::string& battle) {
    const auto banned = ground_.bans.refuse_address(caller_->address(), ground_.time.now_ms());
    if (banned) reject(id, *banned, battle);
    return banned.has_value();
}

std::shared_ptr<BattlePort> Connection::battle(const std::string& id, const std::string& name, std::int64_t decision) {
    if (auto last = last_.lock(); last && last->battle() == name && !ground_.stopping) return last;  // if it has left memory since, it passes on what comes
    auto found = battles_->find(name);
    if (found) {
        last_ = *found;
        return *found;
    }
    reject(id, found.error(), name, decision);
    return nullptr;
}

// At once, on the caller's thread, where the strand is free. From within the strand it is posted: something that was said before may wait there,
// and must not be overtaken.
template <typename Work>
void Connection::in_order(Work work) {
    if (strand_.running_in_this_thread()) asio::post(strand_, std::move(work));
    else asio::dispatch(strand_, std::move(work));
}

// From any thread.
void Connection::answer(const std::string& text) {
    in_order([self = shared_from_this(), frame = make_frame(text)]() mutable { self->send(std::move(frame)); });
}

void Connection::handle_create(const std::string& id, const protocol::Create& message) {
    if (shut_out(id)) return;
    if (!caller_->may_create()) return reject(id, {Code::rate_limited, "too many new battles from your address; wait a while and send it again"});
    battles_->create(message, [self = shared_from_this(), id](std::expected<protocol::Created, Refusal> created) {
        if (created) return self->answer(protocol::message_text(*created, id));
        self->in_order([self, id, refusal = created.error()] { self->reject(id, refusal); });
    });
}

void Connection::handle_list(const std::string& id, const protocol::List& message) {
    if (!caller_->may_search()) return reject(id, {Code::rate_limited, "too many searches from your address; wait a moment and send it again"});
    battles_->list(message, id, caller_->address().to_string(), [self = shared_from_this(), id](std::expected<std::string, Refusal> found) {
        if (found) return self->answer(*found);
        self->in_order([self, id, refusal = found.error()] { self->reject(id, refusal); });
    });
}

// A battle that this connection does not follow needs not be brought into memory to be left.
void Connection::handle_unfollow(const std::string& id, const std::string& name) {
    if (leaving_.contains(name)) return reject(id, {Code::server_busy, "you are already leaving this battle"}, name);
    asked_to_follow_.erase(name);
    last_.reset();  // it would keep the battle's place in memory
    auto followed = followed_.extract(name);
    if (const auto found = followed ? battles_->existing(name) : nullptr) {
        leaving_.insert(std::move(followed));
        return found->unfollow(shared_from_this(), id);
    }
    say(protocol::message_text(protocol::Unfollowed{name}, id));
}

void Connection::handle_follow(const std::string& id, protocol::Follow message) {
    if (shut_out(id, message.battle)) return;
    if (!followed_.contains(message.battle) && followed_.size() + leaving_.size() >= limits::followed_max)
        return reject(id, {Code::server_busy, "this connection already follows " + std::to_string(limits::followed_max) + " battles; unfollow some"},
                      message.battle);
    auto place = followed_.contains(message.battle) ? Caller::Place() : Caller::follows(caller_);
    if (!place && !followed_.contains(message.battle))
        return reject(id, {Code::server_busy, "your address already follows " + std::to_string(limits::followed_per_address_max) + " battles; unfollow some"},
                      message.battle);
    const auto found = battle(id, message.battle);
    if (!found) return;
    if (followed_.try_emplace(message.battle, std::move(place)).second) asked_to_follow_[message.battle] = id;
    found->follow(shared_from_this(), id, std::move(message));
}

void Connection::handle_together(const std::string& id, protocol::TogetherBody message) {
    const auto name = std::visit([](const auto& each) { return each.battle; }, message);
    const auto* meet = std::get_if<protocol::Meet>(&message);
    const bool remarks = std::holds_alternative<protocol::Remark>(message);
    if ((meet || remarks) && shut_out(id, name)) return;
    if (remarks && !caller_->may_talk()) return reject(id, {Code::rate_limited, "you are sending messages too fast; wait a moment and send it again"}, name);
    if (meet && meet->room.empty() && !caller_->may_create())
        return reject(id, {Code::rate_limited, "too many new rooms from your address; wait a while and send it again"}, name);
    if (meet && !meetings_.contains(name) && meetings_.size() >= limits::followed_max)
        return reject(id, {Code::server_busy, "this connection has been in rooms of " + std::to_string(limits::followed_max) + " battles; reconnect"}, name);
    const auto found = battle(id, name);
    if (!found) return;
    if (meet) meetings_.insert(name);
    found->together(shared_from_this(), id, std::move(message));
}

void Connection::handle_seat(const std::string& id, protocol::ClientBody& body) {
    if (auto together = take_together(body)) return handle_together(id, std::move(*together));
    const auto [subject, decision] = protocol::subject_of(body);
    const std::string name(subject);  // the message goes before it is used last
    const bool talks = std::holds_alternative<protocol::Say>(body);
    if (talks && shut_out(id, name)) return;
    if (talks && !caller_->may_talk()) return reject(id, {Code::rate_limited, "you are sending messages too fast; wait a moment and send it again"}, name);
    const bool begins = begins_anew(body);
    if (begins && shut_out(id, name)) return;
    if (begins && !caller_->may_create()) return reject(id, too_many_taken(), name);
    auto message = take_seat_message(body);
    if (!message) return;
    if (const auto found = battle(id, name, decision)) found->send(shared_from_this(), id, std::move(*message));
}

// What a battle says is what counts: it may refuse a follow, and it may put somebody out.
void Connection::heed(const Messages& messages) {
    const auto* about = messages.following();
    if (!about) return;
    if (leaving_.contains(about->battle)) {  // until it has left, this is about the time before, whatever it has asked for since
        if (messages[0].type == protocol::Unfollowed::type) leaving_.erase(about->battle);
        return;
    }
    const auto asked = asked_to_follow_.find(about->battle);
    if (messages.refusal() && (asked == asked_to_follow_.end() || asked->second != about->id)) return;
    if (!messages.refusal() && messages[0].type == protocol::Following::type) {
        put_among_followed(about->battle);
    } else {
        followed_.erase(about->battle);
        last_.reset();
    }
    if (asked != asked_to_follow_.end()) asked_to_follow_.erase(asked);
}

// Mostly it is there since it asked. Who was put out just then takes a place anew.
void Connection::put_among_followed(const std::string& battle) {
    if (!followed_.contains(battle)) followed_.emplace(battle, Caller::follows(caller_));
}

void Connection::reject(const std::string& id, const Refusal& refusal, const std::string& battle, std::int64_t decision) {
    count(refusal);
    say(protocol::rejected_text(refusal, id, battle, decision));
}

void Connection::count(const Refusal& refusal) {
    if (refusal.code == Code::rate_limited) ground_.metrics.messages_rate_limited.add();
}

void Connection::send(Frame frame) {
    if (!websocket_->send(std::move(frame))) too_slow();
}

void Connection::too_slow() {
    ground_.metrics.slow_readers_closed.add();
    websocket_->close(Close::too_slow, "you are reading too slowly; reconnect with since", true);
}

void Connection::deliver(Bundle bundle) {
    in_order([self = shared_from_this(), bundle = std::move(bundle)] {
        self->heed(*bundle);
        self->send(frames_of(bundle));
    });
}

void Connection::deliver_all(std::vector<Bundle> bundles) {
    in_order([self = shared_from_this(), bundles = std::move(bundles)] {
        boost::container::small_vector<Frame, 8> frames;
        for (const auto& bundle : bundles) {
            self->heed(*bundle);
            frames.push_back(frames_of(bundle));
        }
        if (!self->websocket_->send_all(frames)) self->too_slow();
    });
}

void Connection::deliver_then(Bundle bundle, std::function<void()> drained) {
    in_order([self = shared_from_this(), bundle = std::move(bundle), drained = std::move(drained)]() mutable {
        self->heed(*bundle);
        self->send(frames_of(bundle));
        self->websocket_->when_drained(std::move(drained));
    });
}

void Connection::come_again() {
    asio::post(strand_, [self = shared_from_this()] { self->websocket_->close(Close::going_down, "reconnect with since", true); });
}

void Connection::go_down(Bundle notice) {
    asio::post(strand_, [self = shared_from_this(), notice = std::move(notice)]() mutable {
        self->send(frames_of(std::move(notice)));
        self->websocket_->close(Close::going_down, "server shutting down, reconnect", false);
    });
}

void Connection::cut() {
    asio::post(strand_, [self = shared_from_this()] { self->websocket_->cut(); });
}

void Connection::on_closed() {
    gone_ = true;  // before the goodbyes: a follow that arrives after one finds it
    for (const auto& [battle, place] : followed_)
        if (const auto found = battles_->existing(battle)) found->leave(shared_from_this());
    for (const auto& battle : meetings_)
        if (const auto found = followed_.contains(battle) ? nullptr : battles_->existing(battle)) found->leave(shared_from_this());
    followed_.clear();
    asked_to_follow_.clear();
}

MakeWebSocketClient websocket_connections(Ground& ground, std::shared_ptr<Battles> battles, std::shared_ptr<Battles> own, Bundle notice) {
    return [&ground, battles = std::move(battles), own = std::move(own), notice = std::move(notice)](const std::shared_ptr<WebSocket>& websocket,
                                                                                                     const std::shared_ptr<Caller>& caller) -> WebSocketClient {
        const auto connection = std::make_shared<Connection>(ground, caller->is_passed_on() ? own : battles, websocket, caller);
        const std::weak_ptr<Connection> weak = connection;
        const auto close = [weak, notice] {
            if (const auto alive = weak.lock()) alive->go_down(notice);
        };
        const auto cut = [weak] {
            if (const auto alive = weak.lock()) alive->cut();
        };
        return {connection, {close, cut}};
    };
}

}  // namespace muster::server
