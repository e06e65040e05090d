// What upstream says to a relayed battle, and what becomes of it.
#include <algorithm>

#include "protocol/times.hpp"
#include "server/base/heard.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"
#include "server/relay/relayed_battle.hpp"

namespace muster::server {

namespace {

/// The event as every transport sends it begins so; what follows is the same for all of them, and is passed on as it came.
std::string begin_of_event(const std::string& battle) { return R"({"type":"event","battle":")" + battle + "\","; }

std::string body_of(std::string_view text, const Json& message, const std::string& battle) {
    const auto begin = begin_of_event(battle);
    if (text.starts_with(begin)) return "{" + std::string(text.substr(begin.size()));
    Json out = message;
    out.erase("type");
    out.erase("battle");
    return out.dump();
}

}  // namespace

void RelayedBattle::open() {
    if (line_ || retired_ || lost_at_ms_ != 0) return;
    asked_ = 0;
    answered_ = false;
    line_ = all_.upstream.open(strand_, {battle_}, weak_from_this());
}

void RelayedBattle::on_open() {
    open_ = Gauge::Held(all_.lines);
    ask();
}

/// Follows, or follows anew on the same line: then the answer says how it stands, and events go on where they were.
void RelayedBattle::ask() {
    answered_ = false;
    snapshot_asked_ = wants_snapshot();
    Json message{{"type", "follow"}, {"id", std::to_string(++asked_)}, {"battle", battle_}, {"since", history_.head()}};
    if (history_.head() > 0 && generation_ && !generation_->empty()) message["generation"] = *generation_;
    if (snapshot_asked_) message["snapshot"] = true;
    line_->say(message.dump());
}

void RelayedBattle::on_text(std::string_view text) {
    if (retired_) return;
    const auto message = parse_json(text);
    if (!message || !message->is_object()) return lose("upstream sent what is no message");
    try {
        hear(text, *message);
    } catch (const std::exception& problem) {
        lose(std::string("upstream sent what cannot be understood: ") + problem.what());
    }
}

// What is not known here is new, and not for this.
void RelayedBattle::hear(std::string_view text, const Json& message) {
    const auto type = text_in(message, "type");
    if (type == "rejected" || type == "error") return hear_refusal(message);
    if (text_in(message, "battle") != battle_) return;
    if (type == "event") return hear_event(text, message);
    if (type == "following") return hear_following(message);
    if (type == "snapshot") return hear_snapshot(text, message);
    if (type == "unfollowed") return give_up({Code::unknown_battle, text_in(message, "message")});
    if (type == "presence") {
        presence_ = message;
        audience_->schedule_presence(all_.ground.time.now());
    } else if (type == "clock") {
        clock_ = message;
        clock_at_ms_ = all_.clock.steady_ms();
        audience_->stand({}, clock_now());
        mark_news();
    }
}

void RelayedBattle::hear_following(const Json& message) {
    if (text_in(message, "id") != std::to_string(asked_)) return;  // of an earlier follow
    const auto generation = text_in(message, "generation");
    if (known_ && generation != *generation_) begin_anew();
    Json said = message;
    said.erase("type");
    said.erase("id");
    said.erase("head");
    following_ = said.dump();
    following_head_ = number_in(message, "head");
    following_at_ms_ = all_.clock.steady_ms();
    keep();
    {
        const std::lock_guard lock(mutex_);
        generation_ = generation;
    }
    if (history_.head() >= following_head_) whole_ = true;
    if (lost_at_ms_.exchange(0) != 0) log::info("upstream is back", {{"battle", battle_}});
    known_ = true;
    answered_ = true;
    pause_ = all_.first_pause;
    if (!snapshot_asked_) attend();
}

void RelayedBattle::hear_event(std::string_view text, const Json& message) {
    const auto seq = number_in(message, "seq");
    if (!known_ || seq < 1) return lose("upstream sent an event out of turn");
    if (seq <= history_.head()) return;  // both follows of a line told it
    if (seq > history_.head() + 1) {
        if (snapshot_asked_ || !answered_) return;  // those before it are not sent with a snapshot; all of them come when it is followed anew
        return lose("upstream left an event out");
    }
    if (!has_room(text.size(), whole_)) return give_up(no_memory());
    history_.append({{seq, body_of(text, message, battle_)}}, {});
    keep();
    if (seq >= following_head_) whole_ = true;
    all_.events.add();
    mark_news();
}

/// Counts what is here.
void RelayedBattle::keep() {
    kept_.set(following_.size() + (snapshot_ ? snapshot_->bytes() : 0));
    bytes_ = history_.bytes() + kept_.bytes();
}

/// A battle whose beginning is still on its way has to leave some memory to those that only go on: nobody has seen it yet. Battles that nobody
/// watches have to leave before either is refused.
bool RelayedBattle::has_room(std::size_t bytes, bool goes_on) {
    const auto most = goes_on ? all_.bytes_max : all_.bytes_max / 4 * 3;
    const auto fits = [&] { return all_.bytes.bytes() + bytes <= most + all_.leaving.bytes(); };
    if (fits()) return true;
    if (const auto keeper = keeper_.lock(); keeper && most >= bytes) keeper->free_memory(most - bytes);
    return fits();
}

Refusal RelayedBattle::no_memory() const {
    return {Code::server_busy, "this relay has no memory left for this battle; watch it at " + all_.origin.url() + "/b/" + battle_};
}

// It came instead of the events that were missing here: these are asked for once more. If there is no memory for it, those who want one are refused.
void RelayedBattle::hear_snapshot(std::string_view text, const Json& message) {
    if (!has_room(text.size(), false)) {
        for (const auto& each : waiting_)
            if (each.message.snapshot) each.connection->deliver(rejection(no_memory(), each.id, battle_));
        std::erase_if(waiting_, [](const Waiting& each) { return each.message.snapshot; });
        watch();
        return ask();
    }
    auto kept = std::make_shared<Messages>();
    kept->add(protocol::Snapshot::type, number_in(message, "seq"), [&](std::string& out) { out += text; });
    snapshot_ = std::move(kept);
    snapshot_seq_ = number_in(message, "seq");
    keep();
    snapshot_asked_ = false;
    if (snapshot_seq_ > history_.head()) ask();
    else attend();
}

void RelayedBattle::hear_refusal(const Json& message) {
    if (const auto id = text_in(message, "id"); id != std::to_string(asked_)) return;
    const auto code = text_in(message, "code");
    const auto words = text_in(message, "message");
    if (code == "unknown_battle") return give_up({Code::unknown_battle, words});
    if (code == "bad_message" && text_in(message, "path") == "/since" && history_.head() > 0) {  // it has lost events that are here
        begin_anew();
        return ask();
    }
    const Refusal refusal{code == "not_your_seat" ? Code::not_your_seat : Code::server_busy, words};
    if (!is_another_servers(refusal)) refuse_waiting(refusal);  // that is found out anew at once
    lose("upstream refused to be followed: " + words);
}

/// Another history begins, or this one cannot be gone on with: whoever has seen it comes again, and hears of that.
void RelayedBattle::begin_anew() {
    const auto viewers = std::exchange(audience_, nullptr);
    history_ = History(battle_);
    history_.count_in(all_.bytes);
    audience_ = std::make_unique<Audience>(history_, all_.ground.metrics, host());
    whole_ = false;
    snapshot_.reset();
    keep();
    clock_.reset();
    presence_.reset();
    known_ = false;
    {
        const std::lock_guard lock(mutex_);
        generation_.reset();
    }
    viewers->send_away();
    watch();
}

// What has come in one piece is told in one: as long as the strand has more to hear it waits.
void RelayedBattle::mark_news() {
    more_news_ = true;
    if (std::exchange(news_, true)) return;
    more_news_ = false;
    constexpr int rounds_max = 256;
    on_strand([](RelayedBattle& here) { here.tell_news(rounds_max); });
}

void RelayedBattle::tell_news(int rounds) {
    if (std::exchange(more_news_, false) && rounds > 0) return on_strand([rounds](RelayedBattle& here) { here.tell_news(rounds - 1); });
    news_ = false;
    if (retired_) return;
    audience_->pace(is_behind());
    audience_->catch_up();
    if (!waiting_.empty() && answered_) attend();
}

void RelayedBattle::on_closed(const std::string& why) {
    if (!retired_) lose(why);
}

/// Whoever watches stays; whoever waits gets what there is, if there is something.
void RelayedBattle::lose(const std::string& why) {
    if (line_) std::exchange(line_, {})->give_up();
    open_ = {};
    answered_ = false;
    snapshot_asked_ = false;
    if (lost_at_ms_ == 0) {
        lost_at_ms_ = std::max<std::int64_t>(all_.clock.steady_ms(), 1);
        all_.lost.add();
        log::warn("upstream was lost; its viewers stay", {{"battle", battle_}, {"reason", why}});
    }
    again_.expires_after(pause_);
    pause_ = std::min<std::chrono::milliseconds>(pause_ * 2, all_.pause_max);
    again_.async_wait([weak = weak_from_this()](ErrorCode error) {
        const auto self = weak.lock();
        if (!self || error) return;
        self->on_strand([](RelayedBattle& here) { here.open_again(); });
    });
    if (known_) attend();
}

void RelayedBattle::open_again() {
    if (line_ || retired_) return;
    asked_ = 0;
    line_ = all_.upstream.open(strand_, {battle_}, weak_from_this());
}

void RelayedBattle::look_again(bool lost) {
    on_strand([lost](RelayedBattle& here) {
        if (here.retired_) return;
        if (lost) here.end_ways();
        if (here.line_ && lost) here.lose("its server is gone");
        if (here.line_ || here.lost_at_ms_ == 0) return;
        here.pause_ = here.all_.first_pause;
        here.again_.cancel();
        here.open_again();
    });
}

Bundle RelayedBattle::clock_now() const {
    if (!clock_) return nullptr;
    Json told = *clock_;
    if (const auto at = protocol::read_time(text_in(told, "now"))) told["now"] = protocol::time_text(*at + all_.clock.steady_ms() - clock_at_ms_);
    auto out = std::make_shared<Messages>();
    out->add(protocol::ClockState::type, 0, [&](std::string& text) { text += told.dump(); });
    return out;
}

}  // namespace muster::server
