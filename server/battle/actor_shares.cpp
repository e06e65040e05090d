// Both seats' shares of the next dice come at about the same time: they are one step, which costs one commit and is sooner told. A share that
// is alone waits a moment in the queue, as if it had come later; nothing has become of it yet.
#include <algorithm>

#include "server/battle/actor.hpp"
#include "server/battle/policies.hpp"

namespace muster::server {

namespace {

/// Whoever has less time left than this waits for nobody: it is his own that runs.
constexpr std::int64_t hurry_ms = 10'000;

}  // namespace

/// Whose share of the dice that are due this is, if it is one that is missing.
std::optional<rules::Seat> BattleActor::seat_that_shares(const Post& post) const {
    const auto* command = std::get_if<CommandPost>(&post);
    const auto* message = command ? std::get_if<FromSeat>(&command->command) : nullptr;
    const auto* choose = message ? std::get_if<protocol::Choose>(&message->message) : nullptr;
    if (!choose || !state_->fold().asks_shares()) return {};
    const auto* open = state_->fold().find_open(choose->decision);
    return open && !state_->sealed(open->ask.seat) ? std::optional(open->ask.seat) : std::nullopt;
}

bool BattleActor::waits_for_the_other_share(Now now) {
    auto& first = queue_.front();
    const auto seat = seat_that_shares(first.post);
    if (!seat || queue_.size() > 1 || first.pause == Waiting::Pause::over || !is_soon_the_last(*seat)) return false;
    if (const auto deadline = state_->deadline(*seat); deadline != 0 && deadline - now.ms < hurry_ms) return false;
    if (std::exchange(first.pause, Waiting::Pause::under_way) == Waiting::Pause::under_way) return true;
    share_timer_.expires_after(services_.settings->share_wait);
    share_timer_.async_wait([weak = weak_from_this()](ErrorCode error) {
        const auto self = error ? nullptr : weak.lock();
        if (!self) return;
        self->enter_guarded([](BattleActor& actor) {
            if (!actor.queue_.empty() && actor.queue_.front().pause == Waiting::Pause::under_way) actor.queue_.front().pause = Waiting::Pause::over;
            actor.pump();
        });
    });
    return true;
}

/// Somebody else's share is missing, and whoever owes it is there.
bool BattleActor::is_soon_the_last(rules::Seat seat) const {
    bool is_alone = false;
    for (const auto& open : state_->fold().open()) {
        if (open.ask.seat == seat || state_->sealed(open.ask.seat)) continue;
        if (!audience_.has(open.ask.seat)) return false;
        is_alone = true;
    }
    return is_alone;
}

// The state has this one already. Until the other is carried out, too, each is where it is answered if that goes wrong: in `current_`, and in the queue.
void BattleActor::commit_share(Change change, Now now) {
    auto answer = change.answer;
    if (auto other = other_share(now)) {
        change.go_with(std::move(*other));
        Storing storing{.change = std::move(change), .post = std::move(queue_.front().post)};
        queue_.pop_front();
        storing.before = Shared{*std::exchange(current_, {}), std::move(answer)};
        return commit(std::move(storing));
    }
    if (auto of_bot = share_of_bot(now)) {
        change.go_with(std::move(*of_bot));
        change.answer = std::move(answer);
    }
    commit({.change = std::move(change), .post = std::exchange(current_, {})});
}

/// The next in the queue, if it is the other seat's share; one that is refused is refused in its turn.
std::optional<Change> BattleActor::other_share(Now now) {
    if (!current_ || queue_.empty() || !seat_that_shares(queue_.front().post) || !owner_.may_grow(bytes())) return {};
    auto& post = std::get<CommandPost>(queue_.front().post);
    std::get<FromSeat>(post.command).sender = audience_.sender(*post.from);
    auto change = state_->apply(post.command, now);
    return change && change->stores ? std::optional(std::move(*change)) : std::nullopt;
}

std::optional<Change> BattleActor::share_of_bot(Now now) {
    if (!owner_.may_grow(bytes())) return {};
    const auto move = own_players_move(*state_, random_);
    if (!move || !std::holds_alternative<PlayForSeat>(*move)) return {};
    auto change = state_->apply(*move, now);
    return change && change->stores ? std::optional(std::move(*change)) : std::nullopt;
}

}  // namespace muster::server
