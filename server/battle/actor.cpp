// The path of one command, from top to bottom: it waits, is carried out, stored, and told.
#include "server/battle/actor.hpp"

#include "protocol/ids.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/mistakes.hpp"
#include "server/battle/policies.hpp"
#include "server/battle/queries.hpp"
#include "server/battle/weight.hpp"

namespace muster::server {

namespace {

std::uint64_t seed() {
    std::uint64_t out = 0;
    for (const char byte : protocol::random_bytes(sizeof out)) out = out << 8 | static_cast<unsigned char>(byte);
    return out;
}

std::size_t weight_of_post(const BattleActor::Post& post) {
    const auto* command = std::get_if<BattleActor::CommandPost>(&post);
    const auto* together = std::get_if<BattleActor::TogetherPost>(&post);
    const auto* lead = together ? std::get_if<protocol::Lead>(&together->message) : nullptr;  // what else is said in a room is short
    return sizeof post + (command ? weight_of(command->command) : 0) + (lead ? lead->where.size() : 0);
}

}  // namespace

BattleActor::BattleActor(Services& services, std::string battle, Owner owner)
    : services_(services),
      battle_(std::move(battle)),
      owner_(std::move(owner)),
      strand_(asio::make_strand(services.io)),
      history_(battle_),
      audience_(history_, services.metrics, host()),
      together_(battle_, services.together, services.metrics),
      random_(seed()),
      idle_timer_(strand_),
      again_timer_(strand_),
      presence_timer_(strand_),
      witness_timer_(strand_),
      share_timer_(strand_),
      together_timer_(strand_) {}

/// What comes although no client wants it, or makes memory free.
bool BattleActor::goes_on_anyway(const Post& post) {
    if (const auto* command = std::get_if<CommandPost>(&post))
        return !std::holds_alternative<FromSeat>(command->command) && !std::holds_alternative<ComeFromBefore>(command->command);
    return std::holds_alternative<GoodbyePost>(post) || std::holds_alternative<WakePost>(post);
}

// 1. Somebody wants something: it comes to the battle's own strand.
void BattleActor::submit(Post post) {
    enter_guarded([post = std::move(post)](BattleActor& self) mutable { self.enter(std::move(post)); });
}

// 2. It waits its turn, if need be: behind others, while a step is being stored, or until the battle is in memory.
void BattleActor::enter(Post post) {
    auto* goodbye = std::get_if<GoodbyePost>(&post);
    if (goodbye && (retired_ || (queue_.empty() && !storing_))) return say_goodbye(*goodbye);
    if (retired_) return owner_.again(battle_, std::move(post));
    // A goodbye must be heard; a connection says one at a time.
    if (!goodbye && queue_.size() >= limits::battle_queue_max) return refuse(post, {Code::server_busy, "too many messages for this battle are waiting"});
    if (must_wait() && !goes_on_anyway(post) && !owner_.may_grow(bytes())) return refuse(post, memory_is_full());
    if (std::exchange(idle_, false)) owner_.rest(shared_from_this(), false, 0);  // its rest begins anew when this is done
    if (!must_wait() && !services_.stopping && !seat_that_shares(post)) {
        const auto now = services_.time.now();
        current_ = std::move(post);  // whatever goes wrong meanwhile, whoever sent it is answered
        if (goodbye || !carry_out_by_itself(time_demands(*state_, now), now)) {
            take_turn(now);
            return pump();
        }
        post = *std::exchange(current_, {});
    }
    const auto weight = weight_of_post(post);
    queue_.push_back({std::move(post), Gauge::Held(services_.metrics.commands_waiting), Volume::Held(services_.battle_bytes, weight)});
    pump();
}

// 3. One after the other; what is due by the clock comes before anything that somebody wants, and bots after it. Each turn has one moment
// from its beginning to its end: nobody's time jumps between the look at the clock and what is done. A server that goes down begins nothing more.
void BattleActor::pump() {
    if (services_.stopping && !storing_ && !doubtful_) return refuse_queue(going_down());
    while (!queue_.empty() && !storing_ && !retired_) {
        const auto now = services_.time.now();
        if (!std::holds_alternative<GoodbyePost>(queue_.front().post)) {
            if (memory_ == Memory::loading) return;
            if (memory_ == Memory::absent) return load();
            if (carry_out_by_itself(time_demands(*state_, now), now)) return;
            if (waits_for_the_other_share(now)) break;
        }
        current_ = std::move(queue_.front().post);
        queue_.pop_front();
        take_turn(now);
    }
    if (memory_ == Memory::present && !storing_ && !stopped_ && !retired_) {
        const auto now = services_.time.now();
        if (!carry_out_by_itself(time_demands(*state_, now), now)) own_players_go_on(now);
        if (!storing_) ask_witness();
    }
    watch_idle();
}

void BattleActor::take_turn(Now now) {
    std::visit([&](auto& each) { carry_out(each, now); }, *current_);
    current_.reset();
}

void BattleActor::carry_out(QueryPost& post, Now) { post.ask(BattleQueries(*state_, history_)); }

// 4. A command is carried out on the state, or refused and nothing has changed.
void BattleActor::carry_out(CommandPost& post, Now now) {
    if (auto* message = std::get_if<FromSeat>(&post.command)) {
        message->sender = audience_.sender(*post.from);
        if (makes_secrets(message->message)) message->fresh = protocol::random_bytes(fresh_bytes);
        if (const auto banned = refuse_banned(*message)) return refuse(*current_, *banned);
    }
    if (adds(post.command) && !services_.store.is_near()) return refuse(*current_, far_from_store());
    auto* rematch = std::get_if<FromSeat>(&post.command);
    if (rematch && !state_->rematch_due(*rematch)) rematch = nullptr;
    if (adds(post.command) && !owner_.may_grow(bytes())) {
        if (rematch) tell_rematch_waits(post.from, memory_is_full());
        return refuse(*current_, memory_is_full());
    }
    if (rematch) rematch->drawn = draw_rematch(*rematch, now);
    auto change = state_->apply(post.command, now);
    if (!change) return refuse(*current_, change.error());
    if (change->elsewhere)
        return owner_.again(change->elsewhere->battle, CommandPost{std::move(change->elsewhere->command), post.from, post.id, std::move(post.answer)});
    if (change->stores) return change->is_lone_share ? commit_share(std::move(*change), now) : commit({std::move(*change), std::exchange(current_, {})});
    if (post.from && change->answer) post.from->deliver(change->answer);
    answer(*current_);
}

/// What a rematch needs that is drawn: the new battle comes about as any other does.
std::shared_ptr<const std::expected<NewBattle, Refusal>> BattleActor::draw_rematch(const FromSeat& message, Now now) const {
    const auto terms = state_->rematch_terms(std::get<protocol::Rematch>(message.message).swap);
    if (!terms) return std::make_shared<const std::expected<NewBattle, Refusal>>(std::unexpected(terms.error()));
    return std::make_shared<const std::expected<NewBattle, Refusal>>(new_battle(*terms, services_.surroundings(), now));
}

/// Whoever waits for it hears why it is not there yet, although the last word was said: once, however often that is said in vain.
void BattleActor::tell_rematch_waits(const Connection& asked_by, const Refusal& why) {
    if (std::exchange(rematch_waits_told_, true)) return;
    const protocol::Notice notice{"rematch", "the rematch has to wait, and is made when it is asked for again: " + why.message, battle_};
    audience_.tell_players(bundle_of(0, notice), asked_by);
}

/// False: there is nothing to do.
bool BattleActor::carry_out_by_itself(std::optional<Command> command, Now now) {
    if (!command) return false;
    auto change = state_->apply(*command, now);
    if (!change || !change->stores) return false;
    if (change->is_lone_share) commit_share(std::move(*change), now);
    else commit({std::move(*change)});
    return true;
}

/// Bots and standing orders make a battle larger like anybody: where there is no memory for it they wait.
void BattleActor::own_players_go_on(Now now) {
    if (!state_->has_own_players()) return;
    if (owner_.may_grow(bytes())) carry_out_by_itself(own_players_move(*state_, random_), now);
    else try_again_soon();
}

// 5. The step goes to the store; many battles' steps share a transaction. Until it is durable nobody is told anything.
void BattleActor::commit(Storing storing) {
    auto& change = storing.change;
    auto step = std::move(change.step);
    change.step = {.first_seq = step.first_seq, .last_seq = step.last_seq};
    change.step.begins = step.begins;
    const auto weight = weight_of(change.events, change.inputs) + step.events.size() + step.inputs.size() + (step.begins ? weight_of(*step.begins) : 0);
    storing.counted = Volume::Held(services_.battle_bytes, weight);
    storing_ = std::move(storing);
    const bool ends = step.status == storage::Status::over;
    auto report = [self = shared_from_this(), number = ++steps_, ends, begun = std::chrono::steady_clock::now()](const storage::Result& result) {
        self->services_.metrics.commits.observe(std::chrono::steady_clock::now() - begun);
        if (ends && self->services_.dice) self->services_.dice->look();
        self->enter_guarded([number, result](BattleActor& actor) {
            if (actor.storing_ && actor.steps_ == number) actor.stored(result);
        });
    };
    services_.commits.write(storage::Append{state_->number(), std::move(step)}, std::move(report));
}

// 6. The store reports.
void BattleActor::stored(const std::expected<std::int64_t, storage::Failure>& result) {
    auto storing = *std::exchange(storing_, {});
    if (!result) {
        not_stored(std::move(storing), result.error());
    } else if (std::exchange(mistaken_, false)) {
        look_it_up(std::move(storing));
    } else {
        telling_ = std::move(storing);
        rematch_waits_told_ = false;
        tell(*telling_);
        telling_.reset();
    }
    if (!storing_ && std::exchange(lost_meanwhile_, false) && memory_ == Memory::present && !retired_) read_anew();
    pump();
}

// 7. It is durable: the answer, the events and the next questions go out together, players first.
void BattleActor::tell(Storing& storing) {
    auto& change = storing.change;
    history_.append(std::move(change.events), std::move(change.inputs));
    storing.counted.end();
    state_counted_.set(state_->weight());
    set_wake();
    note_attendance();
    if (!together_.empty() && is_shut_to_rooms()) end_rooms("this battle has been taken out of the lists, and its rooms have ended");
    audience_.ask(asked(change.asked_again));
    announce(storing, change.clock_changed);
}

// To whoever waited for it first of all: who takes a seat is there before the others hear of him, and before the clocks are told.
void BattleActor::announce(Storing& storing, bool clock_changed) {
    if (storing.then) storing.then();
    if (storing.before) {
        if (const auto& from = std::get<CommandPost>(storing.before->post).from) from->deliver(storing.before->answer);
        answer(storing.before->post);
        storing.before.reset();
    }
    if (const auto& begins = storing.change.step.begins; begins && services_.elsewhere) {
        // It is this server's, and let go of when it has been in memory.
        services_.waker.set(begins->header.id, begins->first.wake_at.value_or(0));
        owner_.again(begins->header.id, WakePost{});
    }
    const bool owed = std::exchange(clock_owed_, false);
    auto clock = clock_changed || owed ? state_->clock(services_.time.now()) : nullptr;
    auto* asked_by = storing.post ? std::get_if<CommandPost>(&*storing.post) : nullptr;
    audience_.publish(storing.change, std::move(clock), asked_by ? asked_by->from : nullptr, battle_);
    if (storing.post) answer(*storing.post);
    storing.post.reset();
    tell_nudges(storing.change);
}

void BattleActor::answer(Post& post) {
    auto* command = std::get_if<CommandPost>(&post);
    if (!command) return;
    if (const auto* message = std::get_if<FromSeat>(&command->command); message && decides(message->message)) services_.metrics.choices_accepted.add();
    if (command->answer) command->answer({});
}

// What was refused, in whatever way it was asked.
void BattleActor::refuse(Post& post, const Refusal& refusal) {
    if (auto* command = std::get_if<CommandPost>(&post)) {
        const auto* message = std::get_if<FromSeat>(&command->command);
        const auto decision = message ? decision_of(message->message) : 0;
        if (message && decides(message->message)) services_.metrics.rejected(refusal.code);
        if (message && message->drawn && message->drawn->has_value()) tell_rematch_waits(command->from, refusal);
        if (command->from) command->from->deliver(rejection(refusal, command->id, battle_, decision));
        if (command->answer) command->answer(std::unexpected(refusal));
    } else if (auto* follow = std::get_if<FollowPost>(&post)) {
        follow->from->deliver(rejection(refusal, follow->id, battle_));
    } else if (auto* together = std::get_if<TogetherPost>(&post)) {
        together->from->deliver(rejection(refusal, together->id, battle_));
    } else if (auto* query = std::get_if<QueryPost>(&post)) {
        query->refused(refusal);
    } else if (auto* goodbye = std::get_if<GoodbyePost>(&post)) {
        say_goodbye(*goodbye);
    }
}

// Nobody who wanted what was not stored has been told anything. Whom telling fails is passed over.
void BattleActor::refuse(Storing& storing, const Refusal& refusal) {
    if (auto before = std::exchange(storing.before, {})) fails(battle_, [&] { refuse(before->post, refusal); });
    if (auto post = std::exchange(storing.post, {})) fails(battle_, [&] { refuse(*post, refusal); });
}

}  // namespace muster::server
