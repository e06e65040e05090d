// Who looks at the battle: following, taking seats, presence, and what is said of the clock.
#include "protocol/ids.hpp"
#include "rules/characters.hpp"
#include "server/base/limits.hpp"
#include "server/battle/actor.hpp"
#include "server/battle/queries.hpp"
#include "server/battle/weight.hpp"

namespace muster::server {

bool BattleActor::pass_on(BattlePort& to, Post& post) {
    if (auto* follow = std::get_if<FollowPost>(&post)) {
        if (follow->from->stays_here()) return false;
        to.follow(std::move(follow->from), std::move(follow->id), std::move(follow->message));
        return true;
    }
    if (auto* goodbye = std::get_if<GoodbyePost>(&post)) {
        if (goodbye->connection->stays_here()) return false;
        if (goodbye->id) to.unfollow(std::move(goodbye->connection), std::move(*goodbye->id));
        else to.leave(std::move(goodbye->connection));
        return true;
    }
    if (auto* together = std::get_if<TogetherPost>(&post)) {
        if (together->from->stays_here()) return false;
        to.together(std::move(together->from), std::move(together->id), std::move(together->message));
        return true;
    }
    auto* command = std::get_if<CommandPost>(&post);
    auto* message = command && command->from ? std::get_if<FromSeat>(&command->command) : nullptr;
    if (!message || command->from->stays_here()) return false;
    to.send(std::move(command->from), std::move(command->id), std::move(message->message));
    return true;
}

void BattleActor::follow(Connection connection, std::string id, protocol::Follow message) {
    submit(FollowPost{std::move(connection), std::move(id), std::move(message)});
}

void BattleActor::send(Connection connection, std::string id, SeatMessage message) {
    submit(CommandPost{FromSeat{{}, id, std::move(message)}, std::move(connection), id});
}

void BattleActor::command(Command command, Answer<void> answer) { submit(CommandPost{std::move(command), {}, {}, std::move(answer)}); }

void BattleActor::unfollow(Connection connection, std::string id) { submit(GoodbyePost{std::move(connection), std::move(id)}); }

void BattleActor::leave(Connection connection) { submit(GoodbyePost{std::move(connection)}); }

// Posted, however free it is: many are woken one after the other by one thread, and clients come in between.
void BattleActor::wake() {
    post_guarded([](BattleActor& self) { self.enter(WakePost{}); });
}

void BattleActor::carry_out(GoodbyePost& post, Now) { say_goodbye(post); }

void BattleActor::say_goodbye(const GoodbyePost& post) {
    if (!post.id) {
        together_.drop(post.connection, services_.time.now_ms());
        look_after_rooms();
    }
    drop_viewer(post.connection);
    if (!post.id) return;
    post.connection->deliver(following_bundle(0, protocol::Unfollowed{battle_}, *post.id));
}

void BattleActor::carry_out(WakePost&, Now) {
    wake_told_.reset();
    set_wake();
}

void BattleActor::read_events(EventsQuestion question, Answer<std::string> answer) {
    submit(QueryPost{[question = std::move(question), answer](const BattleQueries& queries) { answer(queries.events(question)); },
                     [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

void BattleActor::read_record(std::string token, RecordCursor cursor, Answer<RecordSlice> answer) {
    submit(QueryPost{[token = std::move(token), cursor = std::move(cursor), answer](const BattleQueries& queries) { answer(queries.record(token, cursor)); },
                     [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

void BattleActor::read_standing(std::string token, rules::Policy policy, Answer<Standing> answer) {
    submit(QueryPost{[token = std::move(token), policy, answer](const BattleQueries& queries) { answer(queries.standing(token, policy)); },
                     [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

void BattleActor::read_past(std::string token, Answer<Past> answer) {
    submit(QueryPost{[token = std::move(token), answer](const BattleQueries& queries) { answer(queries.past(token)); },
                     [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

void BattleActor::read_glance(Answer<Glance> answer) {
    submit(QueryPost{[answer](const BattleQueries& queries) { answer(queries.glance()); },
                     [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

void BattleActor::read_audience(Answer<std::vector<Onlooker>> answer) {
    submit(QueryPost{[this, answer](const BattleQueries&) { answer(audience_.onlookers([this](rules::Seat seat) { return state_->seat_id(seat); })); },
                     [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

void BattleActor::carry_out(FollowPost& post, Now now) {
    const auto& message = post.message;
    const auto offered = state_->offered_seat_of(message.token);
    const auto viewer = offered ? rules::Viewer{offered} : state_->viewer_for(message.token);
    if (!viewer) return refuse(*current_, viewer.error());
    if (!message.generation.empty() && message.generation != services_.store.generation()) post.message.since = 0;  // what it has is another history
    if (message.since > history_.head()) {
        if (may_be_old(now)) return read_anew(std::move(*current_));
        return refuse(*current_, beyond_head(history_.head()));
    }
    const auto name = clean_text(message.name, limits::name_characters_max, "/name");
    if (!name) return refuse(*current_, name.error());
    const auto seat = viewer->seat;
    const bool sits_down = seat && !offered && !state_->fold().seat_taken(*seat) && !state_->over();
    if (!offered && !sits_down) return begin_to_follow(post, *viewer, *name);
    if (!owner_.may_grow(bytes())) return refuse(*current_, memory_is_full());
    const auto shown = !name->empty() ? *name : offered ? state_->player_name(*seat) : state_->seat_id(*seat);
    if (const auto banned = sits_down || !name->empty() ? services_.bans.refuse_name(shown, now.ms) : std::nullopt) return refuse(*current_, *banned);
    const Command command = offered ? Command(AcceptSeat{*seat, *name, message.ladder, message.start, message.key})
                                    : Command(TakeSeat{*seat, {shown, message.nonce, message.ladder, message.key}, message.start});
    auto change = state_->apply(command, now);
    if (!change) return refuse(*current_, change.error());
    auto then = [this, post, viewer = *viewer, shown, offered] {
        if (offered) {
            const protocol::Unfollowed why{battle_, "this seat was handed over; your token opens it no longer"};
            audience_.unseat(*viewer.seat, following_bundle(0, why), post.from);
            presence_changed(viewer.seat);
        }
        begin_to_follow(post, viewer, shown);
    };
    commit({.change = std::move(*change), .post = std::exchange(current_, {}), .then = std::move(then)});
}

void BattleActor::begin_to_follow(const FollowPost& post, rules::Viewer viewer, const std::string& name) {
    if (post.from->gone()) return drop_viewer(post.from);
    const auto head = history_.head();
    auto following = state_->following(viewer);
    following.head = head;
    following.generation = services_.store.generation();
    Audience::Newcomer newcomer{post.from, name.empty() ? "spectator" : name, viewer, post.message.since};
    newcomer.first.push_back(following_bundle(head, following, post.id));
    if (post.message.snapshot) {
        newcomer.since = head;
        const protocol::Snapshot snapshot{battle_, head, state_->fold().view(viewer), state_->rematch_state()};
        newcomer.first.push_back(bundle_of(head, snapshot));
    }
    const auto before = audience_.drop(post.from);
    if (before && before->seat != viewer.seat) presence_changed(before->seat);
    if (viewer.seat) set_here(*viewer.seat, true);
    audience_.admit(std::move(newcomer));
    presence_changed(viewer.seat);
}

void BattleActor::drop_viewer(const Connection& connection) {
    const auto left = audience_.drop(connection);
    if (left) presence_changed(left->seat);
    watch_idle();
}

// With who is gone changes from when on a seat can be claimed.
void BattleActor::set_here(rules::Seat seat, bool here) {
    const bool was_gone = state_->somebody_is_gone();
    state_->set_here(seat, here, services_.time.now());
    clock_owed_ = clock_owed_ || was_gone || state_->somebody_is_gone();
}

void BattleActor::presence_changed(std::optional<rules::Seat> seat) {
    if (seat && memory_ == Memory::present) {
        set_here(*seat, audience_.has(*seat));
        if (state_->has_nudges() && !storing_) set_wake();  // who is away is told sooner
    }
    note_attendance();
    audience_.schedule_presence(services_.time.now());
}

/// The server's own players are always there, and count for nobody. Battles that no list shows take no place among those that are looked for.
void BattleActor::note_attendance() {
    if (memory_ != Memory::present) return;  // what is to be told of it nobody knows now
    Attended now;
    if (state_->header().visibility == "public") now = {static_cast<int>(audience_.spectators() + audience_.players()), state_->over()};
    if (std::exchange(attended_, now) != now) services_.attendance.set(battle_, now);
}

Audience::Host BattleActor::host() {
    Audience::Host out;
    out.next_slice = [this](const Connection& connection, std::uint64_t generation) -> std::function<void()> {
        return [weak = weak_from_this(), connection, generation] {
            if (const auto self = weak.lock())
                self->post_guarded([connection, generation](BattleActor& actor) { actor.audience_.send_history(connection, generation); });
        };
    };
    out.presence_in = [this](std::chrono::milliseconds pause) {
        presence_timer_.expires_after(pause);
        presence_timer_.async_wait([self = shared_from_this()](ErrorCode error) {
            if (!error) self->post_guarded([](BattleActor& actor) { actor.audience_.send_presence(actor.services_.time.now()); });
        });
    };
    out.sweep_on = [this] { post_guarded([](BattleActor& self) { self.audience_.sweep(); }); };
    out.look = [this] { return look(); };
    out.clock = [this] { return fresh_clock(); };
    return out;
}

Audience::Host::Seen BattleActor::look() {
    if (memory_ != Memory::present) return {};
    protocol::Presence presence;
    presence.battle = battle_;
    const auto& seats = state_->fold().seats();
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(seats.size()); ++seat)
        presence.seats.push_back({state_->seat_id(seat), state_->bots().contains(seat) || audience_.has(seat)});
    presence.spectators = static_cast<int>(audience_.spectators());
    presence.witness = witness_patience_.awaited();
    Bundle clock = clock_owed_ ? fresh_clock() : nullptr;
    if (clock) clock_owed_ = false;
    return {bundle_of(0, presence), std::move(clock)};
}

/// Null as long as the state is ahead of the store: nobody may see a clock that is not durable.
Bundle BattleActor::fresh_clock() const { return memory_ == Memory::present && !storing_ ? state_->clock(services_.time.now()) : nullptr; }

/// What is open now; requests that say the same as before are not made again.
std::vector<Audience::Asked> BattleActor::asked(const std::vector<Change::Again>& changed) const {
    std::vector<Audience::Asked> out;
    for (const auto& open : state_->fold().open()) {
        const bool again = std::ranges::find(changed, open.id, &Change::Again::decision) != changed.end();
        for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(state_->fold().seats().size()); ++seat) {
            if (!open.asks(seat) || state_->fold().has_left(seat)) continue;
            const auto known = std::ranges::find_if(audience_.asked(), [&](const auto& each) { return each.decision == open.id && each.seat == seat; });
            out.push_back({open.id, seat, !again && known != audience_.asked().end() ? known->request : state_->request(open, seat)});
        }
    }
    return out;
}

std::optional<Refusal> BattleActor::refuse_banned(const FromSeat& message) const {
    if (const auto* take = std::get_if<protocol::Take>(&message.message)) {
        const auto name = clean_text(take->name, limits::name_characters_max, "/name");
        return name ? services_.bans.refuse_name(*name, services_.time.now_ms()) : std::nullopt;
    }
    if (!std::holds_alternative<protocol::Say>(message.message) && !std::holds_alternative<protocol::Rematch>(message.message)) return {};
    return services_.bans.refuse_name(state_->speaker(message.sender), services_.time.now_ms());
}

void BattleActor::tell_nudges(Change& change) {
    if (!services_.nudges) return;
    for (const auto& id : change.subscriptions_ended) services_.nudges->unsubscribed(battle_, id);
    for (const auto decision : change.nudges_closed) services_.nudges->decision_closed(battle_, decision);
    for (auto& [turn, to] : change.nudges) services_.nudges->tell(std::move(turn), std::move(to));
}

void BattleActor::set_wake() {
    const Wake wake{state_->wake_at(), witness_patience_.rest()};
    if (std::exchange(wake_told_, wake) != wake) services_.waker.set(battle_, wake.at, wake.rest);
}

}  // namespace muster::server
