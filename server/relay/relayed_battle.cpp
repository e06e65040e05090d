// Who watches a relayed battle here.
#include "server/relay/relayed_battle.hpp"

#include <algorithm>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

namespace {

constexpr std::int64_t in_ms(std::chrono::milliseconds time) { return time.count(); }

/// A snapshot serves whoever comes as long as no more than so many events follow it.
constexpr std::int64_t snapshot_events_max = 500;

}  // namespace

RelayedBattle::RelayedBattle(std::string battle, RelayGround& all, std::weak_ptr<Keeper> keeper)
    : battle_(std::move(battle)),
      all_(all),
      keeper_(std::move(keeper)),
      strand_(asio::make_strand(all.ground.io)),
      again_(strand_),
      presence_timer_(strand_),
      pause_(all.first_pause),
      history_(battle_),
      audience_(std::make_unique<Audience>(history_, all.ground.metrics, host())),
      kept_(all.bytes, 0),
      left_at_ms_(all.clock.steady_ms()) {
    history_.count_in(all_.bytes);
}

// A mistake is told to the log, and ends this battle here: whoever watches comes again.
void RelayedBattle::on_strand(std::function<void(RelayedBattle&)> work) {
    asio::post(strand_, [self = shared_from_this(), work = std::move(work)] {
        try {
            work(*self);
        } catch (const std::exception& problem) {
            log::error("a relayed battle failed", {{"battle", self->battle_}, {"reason", problem.what()}});
            self->begin_anew();
            self->retire();
        }
    });
}

void RelayedBattle::follow(Connection connection, std::string id, protocol::Follow message) {
    ++coming_;
    if (!message.token.empty()) return turn_away({std::move(connection), std::move(id), std::move(message)}, all_.origin.only_watches(battle_));
    auto address = connection->address();
    all_.origin.admit(address.substr(0, address.find('/')), {},
                      [self = shared_from_this(), waiting = Waiting{std::move(connection), std::move(id), std::move(message)}](std::optional<Refusal> refusal) {
                          if (refusal) return self->turn_away(waiting, *refusal);
                          self->on_strand([waiting](RelayedBattle& here) {
                              --here.coming_;
                              here.join(waiting);
                              here.leave_if_idle();
                          });
                      });
}

void RelayedBattle::turn_away(const Waiting& waiting, const Refusal& why) {
    waiting.connection->deliver(rejection(why, waiting.id, battle_));
    on_strand([](RelayedBattle& here) {
        --here.coming_;
        here.leave_if_idle();
    });
}

void RelayedBattle::join(Waiting waiting) {
    const auto refuse = [&](const Refusal& refusal) { waiting.connection->deliver(rejection(refusal, waiting.id, battle_)); };
    if (waiting.connection->gone()) return;
    if (retired_) return refuse(all_.origin.away());
    if (all_.ground.metrics.spectators.value() >= all_.viewers_max)
        return refuse({Code::server_busy, "this relay has no place for more spectators; watch at " + all_.origin.url() + "/b/" + battle_});
    if (waiting_.size() >= limits::relayed_waiting_max) return refuse(all_.origin.away());
    if (const auto refusal = refuse_opening([&] { return waiting.connection->may_fetch(); })) return refuse(*refusal);
    std::erase_if(waiting_, [&](const Waiting& each) { return each.connection == waiting.connection; });
    waiting.until_ms = all_.clock.steady_ms() + in_ms(limits::relay_wait_max);
    waiting_.push_back(std::move(waiting));
    watch();
    open();
    attend();
}

/// One address after the other: whoever draws ids uses up what is his, and not what is everybody's.
std::optional<Refusal> RelayedBattle::refuse_opening(const std::function<bool()>& may_fetch) {
    return line_ || lost_at_ms_ != 0 ? std::nullopt : refuse_fetching(may_fetch);
}

std::optional<Refusal> RelayedBattle::refuse_fetching(const std::function<bool()>& may_fetch) {
    if (!all_.paced) return {};
    if (!may_fetch())
        return Refusal{Code::server_busy, "your address asks for too many battles at once that this relay does not show yet; try again in a moment"};
    if (!all_.opened.take({limits::relayed_new_per_s, limits::relayed_new_burst}, std::chrono::steady_clock::now()))
        return Refusal{Code::server_busy, "too many battles are asked for at once; try again in a moment"};
    return {};
}

/// It was looked for, but nobody got so far as to have it followed: then it takes no place.
void RelayedBattle::leave_if_idle() {
    if (!line_ && lost_at_ms_ == 0 && coming_ == 0 && waiting_.empty() && audience_->empty() && together_.empty()) retire();
}

// Lets in whoever need not wait, and asks upstream for what the others wait for.
void RelayedBattle::attend() {
    std::vector<Waiting> ready;
    std::erase_if(waiting_, [&](Waiting& each) {
        if (each.connection->gone()) return true;
        if (!ready_for(each)) return false;
        ready.push_back(std::move(each));
        return true;
    });
    for (auto& each : ready) admit(std::move(each));
    watch();
    if (line_ && answered_ && !waiting_.empty() && (!is_fresh() || wants_snapshot())) ask();
}

void RelayedBattle::refuse_late() {
    const auto now = all_.clock.steady_ms();
    for (const auto& each : waiting_)
        if (each.until_ms <= now) {
            const bool is_all = known_ && line_ && answered_ && lost_at_ms_ == 0 && !is_behind();  // else there may be more, which has not come
            const bool ahead = is_all && each.message.since > history_.head();
            const Refusal why =
                ahead ? Refusal{Code::bad_message, "the battle has only " + std::to_string(history_.head()) + " events", "/since"} : all_.origin.away();
            each.connection->deliver(rejection(why, each.id, battle_));
        }
    std::erase_if(waiting_, [&](const Waiting& each) { return each.until_ms <= now; });
    watch();
}

// While upstream is away, what is here is all that there is.
bool RelayedBattle::is_fresh() const {
    if (!line_ || lost_at_ms_ != 0) return true;
    return following_head_ == history_.head() || all_.clock.steady_ms() - following_at_ms_ < in_ms(limits::relay_fresh);
}

/// One that is there and not too old serves as soon as the events are here that it includes.
bool RelayedBattle::wants_snapshot() const {
    if (snapshot_ && history_.head() - snapshot_seq_ <= snapshot_events_max) return false;
    return std::ranges::any_of(waiting_, [](const Waiting& each) { return each.message.snapshot; });
}

bool RelayedBattle::ready_for(const Waiting& waiting) {
    if (!known_ || !is_fresh()) return false;
    if (waiting.message.snapshot) return snapshot_ && snapshot_seq_ <= history_.head() && history_.head() - snapshot_seq_ <= snapshot_events_max;
    const auto& its = waiting.message.generation;
    const bool other = !its.empty() && its != *generation_;
    return other || waiting.message.since <= history_.head();
}

void RelayedBattle::admit(Waiting waiting) {
    const auto& its = waiting.message.generation;
    const auto head = std::max(history_.head(), following_head_);  // what is still on its way comes as news
    auto following = std::make_shared<Messages>();
    following->add(protocol::Following::type, head, [&](std::string& text) {
        text += "{\"type\":\"following\",";
        if (!waiting.id.empty()) {
            text += "\"id\":";
            append_json_string(text, waiting.id);
            text += ',';
        }
        text += "\"head\":" + std::to_string(head) + ',' + following_.substr(1);
    });
    following->set_following({battle_, {}});
    Audience::Newcomer newcomer{waiting.connection, "spectator", rules::Viewer::spectator(), waiting.message.since};
    if (!its.empty() && its != *generation_) newcomer.since = 0;
    newcomer.first.push_back(std::move(following));
    if (waiting.message.snapshot) {
        newcomer.since = snapshot_seq_;
        newcomer.first.push_back(snapshot_);
    }
    audience_->pace(is_behind());
    audience_->admit(std::move(newcomer));
    audience_->schedule_presence(all_.ground.time.now());
}

void RelayedBattle::unfollow(Connection connection, std::string id) {
    on_strand([connection = std::move(connection), id = std::move(id)](RelayedBattle& here) {
        here.drop(connection);
        auto answer = make_bundle(0, protocol::Unfollowed{here.battle_}, id);
        answer->set_following({here.battle_, {}});
        connection->deliver(std::move(answer));
    });
}

void RelayedBattle::leave(Connection connection) {
    on_strand([connection = std::move(connection)](RelayedBattle& here) {
        here.leave_room(connection);
        here.drop(connection);
    });
}

void RelayedBattle::drop(const Connection& connection) {
    std::erase_if(waiting_, [&](const Waiting& each) { return each.connection == connection; });
    if (audience_->drop(connection)) audience_->schedule_presence(all_.ground.time.now());
    watch();
}

/// Whether anybody is here, and since when not.
void RelayedBattle::watch() {
    watched_ = !waiting_.empty() || !audience_->empty() || !together_.empty();
    if (watched_) left_at_ms_.reset();
    else if (!left_at_ms_) left_at_ms_ = all_.clock.steady_ms();
}

void RelayedBattle::prepare(std::shared_ptr<Caller> caller) {
    on_strand([caller = std::move(caller)](RelayedBattle& here) {
        if (here.refuse_opening([&] { return static_cast<bool>(caller->may_fetch()); })) here.leave_if_idle();
        else here.open();
    });
}

void RelayedBattle::rest() {
    on_strand([](RelayedBattle& here) {
        here.refuse_late();
        here.leave_if_idle();
        if (here.left_at_ms_ && here.all_.clock.steady_ms() - *here.left_at_ms_ >= in_ms(here.all_.grace)) here.retire();
    });
}

void RelayedBattle::end(Refusal why) {
    leaving_ = Volume::Held(all_.leaving, bytes_);
    on_strand([why = std::move(why)](RelayedBattle& here) {
        here.refuse_waiting(why);
        here.retire();
    });
}

void RelayedBattle::refuse_waiting(const Refusal& why) {
    for (const auto& each : std::exchange(waiting_, {})) each.connection->deliver(rejection(why, each.id, battle_));
}

/// It is over for everybody here, for a reason that they are told.
void RelayedBattle::give_up(const Refusal& why) {
    refuse_waiting(why);
    audience_->dismiss(following_bundle(0, protocol::Unfollowed{battle_, why.message}));
    retire();
}

// What is here is forgotten with it; so are the timers, which would keep it.
void RelayedBattle::retire() {
    if (std::exchange(retired_, true)) return;
    end_ways();
    if (line_) std::exchange(line_, {})->cut();
    open_ = {};
    lost_at_ms_ = 0;
    watched_ = false;
    audience_->stop();
    again_.cancel();
    presence_timer_.cancel();
    if (const auto keeper = keeper_.lock()) keeper->forget(shared_from_this());
}

std::optional<std::string> RelayedBattle::generation() const {
    const std::lock_guard lock(mutex_);
    return generation_;
}

void RelayedBattle::send(Connection connection, std::string id, SeatMessage message) {
    connection->deliver(rejection(all_.origin.only_watches(battle_), id, battle_, decision_of(message)));
    on_strand([](RelayedBattle& here) { here.leave_if_idle(); });
}

void RelayedBattle::read_audience(Answer<std::vector<Onlooker>> answer) {
    on_strand([answer = std::move(answer)](RelayedBattle& here) { answer(here.audience_->onlookers([](rules::Seat) { return std::string(); })); });
}

void RelayedBattle::command(Command, Answer<void> answer) {
    if (answer) answer(std::unexpected(all_.origin.only_watches(battle_)));
}
void RelayedBattle::read_events(EventsQuestion, Answer<std::string> answer) { answer(std::unexpected(all_.origin.only_watches(battle_))); }
void RelayedBattle::read_record(std::string, RecordCursor, Answer<RecordSlice> answer) { answer(std::unexpected(all_.origin.only_watches(battle_))); }
void RelayedBattle::read_standing(std::string, rules::Policy, Answer<Standing> answer) { answer(std::unexpected(all_.origin.only_watches(battle_))); }
void RelayedBattle::read_past(std::string, Answer<Past> answer) { answer(std::unexpected(all_.origin.only_watches(battle_))); }
void RelayedBattle::read_glance(Answer<Glance> answer) { answer(std::unexpected(all_.origin.only_watches(battle_))); }

Audience::Host RelayedBattle::host() {
    Audience::Host out;
    out.next_slice = [this](const Connection& connection, std::uint64_t generation) -> std::function<void()> {
        return [weak = weak_from_this(), connection, generation] {
            if (const auto self = weak.lock())
                self->on_strand([connection, generation](RelayedBattle& here) { here.audience_->send_history(connection, generation); });
        };
    };
    out.presence_in = [this](std::chrono::milliseconds pause) {
        presence_timer_.expires_after(pause);
        presence_timer_.async_wait([weak = weak_from_this()](ErrorCode error) {
            const auto self = weak.lock();
            if (self && !error) self->on_strand([](RelayedBattle& here) { here.audience_->send_presence(here.all_.ground.time.now()); });
        });
    };
    out.sweep_on = [this] { on_strand([](RelayedBattle& here) { here.audience_->sweep(); }); };
    out.look = [this] { return look(); };
    out.clock = [this] { return clock_now(); };
    return out;
}

/// Upstream counts this relay as one of its spectators; here they are counted themselves.
Audience::Host::Seen RelayedBattle::look() {
    if (!presence_) return {};
    Json told = *presence_;
    const auto others = told.contains("spectators") && told["spectators"].is_number_integer() ? told["spectators"].get<std::int64_t>() - 1 : 0;
    told["spectators"] = std::max<std::int64_t>(others, 0) + static_cast<std::int64_t>(audience_->spectators());
    auto out = std::make_shared<Messages>();
    out->add(protocol::Presence::type, 0, [&](std::string& text) { text += told.dump(); });
    return {std::move(out), nullptr};
}

}  // namespace muster::server
