#include "server/peers/passage.hpp"

#include <algorithm>
#include <array>

#include "protocol/server_messages.hpp"
#include "server/base/heard.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/messages.hpp"

namespace muster::server {

namespace {

/// What this server knows of types, as literals; others are from a newer one, and go through all the same.
constexpr std::array<std::string_view, 21> types{"event",    "request",    "request_closed", "following", "unfollowed", "snapshot", "presence",
                                                 "clock",    "accepted",   "rejected",       "error",     "previewed",  "orders",   "invitation",
                                                 "reminder", "subscribed", "unsubscribed",   "nudges",    "last_head",  "notice",   "pong"};
constexpr std::array<std::string_view, 9> answers{"accepted", "rejected", "error", "previewed", "orders", "invitation", "subscribed", "unsubscribed", "nudges"};

std::string_view literal(std::string_view type) {
    const auto* const found = std::ranges::find(types, type);
    return found == types.end() ? std::string_view("message") : *found;
}

std::int64_t number_of(std::string_view type, const Json& message) {
    if (type == "event" || type == "snapshot") return number_in(message, "seq");
    return type == "following" ? number_in(message, "head") : number_in(message, "decision");
}

/// Whether it changes nothing if it was heard before: a seat's message with an id is recognised, and these say the same each time.
bool may_be_sent_again(const std::string& id, const SeatMessage& message, bool of_seat) {
    const bool same_each_time = std::holds_alternative<protocol::Preview>(message) || std::holds_alternative<protocol::AskOrders>(message) ||
                                std::holds_alternative<protocol::ListNudges>(message) || std::holds_alternative<protocol::Take>(message) ||
                                std::holds_alternative<protocol::Rematch>(message);
    const bool unrecognised = std::holds_alternative<protocol::HandOver>(message) || std::holds_alternative<protocol::Subscribe>(message) ||
                              std::holds_alternative<protocol::Unsubscribe>(message);
    return same_each_time || (of_seat && !id.empty() && !unrecognised);
}

std::optional<Refusal> refusal_in(const Json& message) {
    for (int code = 0; code <= static_cast<int>(Code::internal); ++code)
        if (name(static_cast<Code>(code)) == text_in(message, "code"))
            return Refusal{static_cast<Code>(code), text_in(message, "message"), text_in(message, "path")};
    return Refusal{Code::server_busy, text_in(message, "message"), text_in(message, "path")};
}

std::int64_t wait_until(const Clock& clock) { return clock.steady_ms() + std::chrono::milliseconds(limits::node_wait_max).count(); }

}  // namespace

Passage::Passage(std::string battle, Connection connection, const Strand& strand, Upstream& upstream, const Clock& clock, std::function<void()> ended)
    : battle_(std::move(battle)),
      connection_(std::move(connection)),
      strand_(strand),
      upstream_(upstream),
      clock_(clock),
      ended_(std::move(ended)),
      again_(strand),
      late_(strand) {}

void Passage::follow(std::string id, protocol::Follow message) {
    silent_ = false;
    since_ = message.since;
    requests_.clear();
    following_ = Following{std::move(id), std::move(message), wait_until(clock_)};
    ready_ = false;
    if (open_) say_follow();
    else open();
    wait_for_late();
}

void Passage::stand_by(protocol::Follow message) {
    follow({}, std::move(message));
    silent_ = true;
}

void Passage::send(std::string id, SeatMessage message) {
    const auto decision = decision_of(message);
    if (unanswered_.size() >= limits::node_unanswered_max)
        return connection_->deliver(rejection({Code::server_busy, "too many messages for this battle are waiting"}, id, battle_, decision));
    const bool of_seat = following_ && !following_->message.token.empty();
    const bool again = may_be_sent_again(id, message, of_seat);
    const auto body = std::visit([](auto& each) { return protocol::ClientBody(std::move(each)); }, message);
    unanswered_.push_back({id, protocol::client_message_text(body, id), decision, wait_until(clock_), again});
    if (ready_) say_unanswered();
    else open();
    wait_for_late();
}

void Passage::open() {
    if (line_ || over_) return;
    again_.cancel();
    line_ = upstream_.open(strand_, {battle_, connection_->address()}, weak_from_this());
}

void Passage::on_open() {
    if (over_) return;
    open_ = true;
    if (following_) return say_follow();
    ready_ = true;
    say_unanswered();
}

/// What was told already is not told again.
void Passage::say_follow() {
    auto message = following_->message;
    message.since = since_;
    if (following_->told) message.generation = generation_;
    message.snapshot = message.snapshot && since_ == following_->message.since;
    following_->asked = true;
    line_->say(protocol::client_message_text(message, following_->id));
}

void Passage::say_unanswered() {
    for (auto& each : unanswered_) {
        if (each.sent) continue;
        each.sent = each.was_sent = true;
        line_->say(each.text);
    }
}

void Passage::on_text(std::string_view text) {
    if (over_) return;
    const auto message = parse_json(text);
    if (message && message->is_object()) return hear(text, *message);
    log::warn("another server sent what is no message", {{"battle", battle_}});
    lose();
}

void Passage::hear(std::string_view text, const Json& message) {
    const auto type = text_in(message, "type");
    if (type == "following") return hear_following(text, message);
    if (type == "notice" && text_in(message, "notice") == "restart") return;  // that server ends; this one does not
    if ((type == "rejected" || type == "error") && hear_refusal(text, message)) return;
    const bool answers_something = settle(type, text_in(message, "id"));
    if (silent_ && !answers_something) return;
    if (type == "event") since_ = std::max(since_, number_in(message, "seq"));
    if (type == "snapshot") since_ = number_in(message, "seq");
    if (type == "request" && is_known_request(text, message)) return;
    if (type == "request_closed") requests_.erase(number_in(message, "decision"));
    if (type == "unfollowed") {
        following_.reset();
        auto out = std::make_shared<Messages>();
        out->add(protocol::Unfollowed::type, 0, [&](std::string& to) { to += text; });
        out->set_following({battle_, {}});
        deliver(std::move(out), text.size());
        return end();
    }
    pass(text, literal(type), number_of(type, message));
    if (type == "event") close_request(message);
    if (!following_ && unanswered_.empty()) end();
}

// The first answer to the connection's own follow is passed on; those to this one's are not.
void Passage::hear_following(std::string_view text, const Json& message) {
    if (!following_) return;
    auto& following = *following_;
    const auto generation = text_in(message, "generation");
    if (following.told && generation != generation_) return send_away();
    generation_ = generation;
    pause_ = limits::node_first_pause;
    if (following.told) missed_until_ = number_in(message, "head");
    if (!following.told) {
        following.told = true;
        if (!following.message.generation.empty() && following.message.generation != generation) since_ = 0;
        if (!silent_) {
            auto out = std::make_shared<Messages>();
            out->add(protocol::Following::type, number_in(message, "head"), [&](std::string& to) { to += text; });
            out->set_following({battle_, {}});
            deliver(std::move(out), text.size());
        }
    }
    ready_ = true;
    say_unanswered();
}

/// Whether it was no answer to a message of the connection's.
bool Passage::hear_refusal(std::string_view text, const Json& message) {
    const auto refusal = *refusal_in(message);
    const auto id = text_in(message, "id");
    const bool of_message = std::ranges::any_of(unanswered_, [&](const Unanswered& each) { return each.sent && each.id == id; });
    const bool of_battle = text_in(message, "battle") == battle_;  // a rematch may be refused for the new one's sake
    if (is_another_servers(refusal) && of_battle) {                // nothing came of it
        for (auto& each : unanswered_)
            if (each.sent && each.id == id) each.sent = each.was_sent = false;
        lose();
        return true;
    }
    if (of_message || !following_ || ready_ || id != following_->id) return false;
    if (refusal.code == Code::server_busy) {
        lose();
    } else if (following_->told) {
        send_away();
    } else if (silent_) {
        for (const auto& each : unanswered_) connection_->deliver(rejection(refusal, each.id, battle_, each.decision));
        end();
    } else {
        auto out = std::make_shared<Messages>();
        out->add(protocol::Rejected::type, 0, [&](std::string& to) { to += text; });
        out->set_refusal(refusal);
        out->set_following({battle_, id});
        deliver(std::move(out), text.size());
        end();
    }
    return true;
}

/// On a new line all that is open is asked anew.
bool Passage::is_known_request(std::string_view text, const Json& message) {
    if (requests_.size() > limits::node_open_requests_max) requests_.clear();
    auto& known = requests_[number_in(message, "decision")];
    if (known == text) return true;
    known = text;
    return false;
}

/// While there was no line nobody said that a request was closed: what was chosen then says it.
void Passage::close_request(const Json& event) {
    if (number_in(event, "seq") > missed_until_ || text_in(event, "event") != "chosen" || !event.contains("data")) return;
    const auto& data = event["data"];
    const auto decision = number_in(data, "decision");
    const auto known = requests_.find(decision);
    if (known == requests_.end()) return;
    const auto request = parse_json(known->second);
    if (!request || text_in(*request, "seat") != text_in(data, "seat")) return;
    requests_.erase(known);
    const auto closed = bundle_of(decision, protocol::RequestClosed{battle_, decision});
    deliver(closed, closed->bytes());
}

bool Passage::settle(std::string_view type, const std::string& id) {
    if (std::ranges::find(answers, type) == answers.end()) return false;
    const auto found = std::ranges::find_if(unanswered_, [&](const Unanswered& each) { return each.sent && each.id == id; });
    if (found == unanswered_.end()) return false;
    unanswered_.erase(found);
    return true;
}

void Passage::pass(std::string_view text, std::string_view type, std::int64_t number) {
    auto out = std::make_shared<Messages>();
    out->add(type, number, [&](std::string& to) { to += text; });
    deliver(std::move(out), text.size());
}

// Now and then it is waited for all to be taken: the other server sends as fast as this one reads.
void Passage::deliver(Bundle bundle, std::size_t bytes) {
    unread_ += bytes;
    if (paused_ || unread_ < limits::node_unread_bytes_max) return connection_->deliver(std::move(bundle));
    paused_ = true;
    if (line_) line_->pause(true);
    connection_->deliver_then(std::move(bundle), [weak = weak_from_this(), strand = strand_] {
        asio::post(strand, [weak] {
            const auto self = weak.lock();
            if (!self || self->over_) return;
            self->unread_ = 0;
            self->paused_ = false;
            if (self->line_) self->line_->pause(false);
        });
    });
}

void Passage::on_closed(const std::string& why) {
    log::debug("a line to another server ended", {{"battle", battle_}, {"reason", why}});
    if (!over_) lose();
}

void Passage::lose() {
    if (line_) std::exchange(line_, {})->give_up();
    open_ = ready_ = false;
    if (following_) following_->asked = false;
    const bool lost = std::ranges::any_of(unanswered_, [](const Unanswered& each) { return each.sent && !each.again; });
    if (lost || paused_) return send_away();  // who does not read holds up nobody
    for (auto& each : unanswered_) each.sent = false;
    again_.expires_after(pause_);
    pause_ = std::min<std::chrono::milliseconds>(pause_ * 2, limits::node_pause_max);
    again_.async_wait([weak = weak_from_this()](ErrorCode error) {
        const auto self = weak.lock();
        if (self && !error) self->open();
    });
}

void Passage::look_again(bool lost) {
    pause_ = limits::node_first_pause;
    if (line_ && lost) lose();
    open();
}

void Passage::wait_for_late() {
    if (waits_for_late_ || over_) return;
    waits_for_late_ = true;
    late_.expires_after(limits::node_wait_max);
    late_.async_wait([weak = weak_from_this()](ErrorCode error) {
        const auto self = weak.lock();
        if (!self || error) return;
        self->waits_for_late_ = false;
        self->refuse_late();
    });
}

// Where there is a line the answer comes by it, however long it takes.
void Passage::refuse_late() {
    const auto now = clock_.steady_ms();
    std::vector<Unanswered> late;
    std::erase_if(unanswered_, [&](Unanswered& each) {
        if (each.sent || each.until_ms > now) return false;
        late.push_back(std::move(each));
        return true;
    });
    for (const auto& each : late) {
        auto refusal = another_servers();
        if (each.was_sent) refusal.message = "the server that has this battle went; nobody can say whether this was kept: look, and send it again";
        connection_->deliver(rejection(refusal, each.id, battle_, each.decision));
    }
    if (following_ && !following_->told && !following_->asked && following_->until_ms <= now) {
        connection_->deliver(rejection(another_servers(), following_->id, battle_));
        following_.reset();
    }
    if (!following_ && unanswered_.empty()) return end();
    if (!unanswered_.empty() || !following_->told) wait_for_late();
}

void Passage::send_away() {
    connection_->come_again();
    end();
}

void Passage::end() {
    if (std::exchange(over_, true)) return;
    if (line_) std::exchange(line_, {})->cut();
    again_.cancel();
    late_.cancel();
    unanswered_.clear();
    ended_();
}

}  // namespace muster::server
