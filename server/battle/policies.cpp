#include "server/battle/policies.hpp"

#include <algorithm>

namespace muster::server {

namespace {

/// Its share of the dice comes last, so that it can be stored together with that of whoever it plays against.
bool waits_for_people(const BattleState& state) {
    const auto is_missing = [&](const protocol::OpenDecision& open) { return !state.bots().contains(open.ask.seat) && !state.sealed(open.ask.seat); };
    return state.fold().asks_shares() && std::ranges::any_of(state.fold().open(), is_missing);
}

std::optional<Command> bot_moves(const BattleState& state, rules::Seat seat, protocol::Bot bot, rules::Random& random) {
    const auto& fold = state.fold();
    if (!fold.check_answer_draw(seat)) return DeclineDraw{seat};
    if (state.sealed(seat) || waits_for_people(state)) return {};
    if (state.bot_shares().used_up(seat, fold) && !fold.check_renewal()) return RenewLadder{seat};
    for (const auto& open : fold.open())
        if (open.ask.seat == seat)
            return PlayForSeat{open.id, fold.asks_shares() ? state.bot_shares().share(fold, seat) : bot_choice(bot, fold, open, random), protocol::How::chosen};
    return {};
}

}  // namespace

std::optional<Command> time_demands(const BattleState& state, Now now) {
    if (const auto shift = state.uncredited(now)) return CreditAbsence{*shift};
    if (auto late = state.overdue(now); !late.empty()) return PassDeadline{std::move(late)};
    if (auto seats = state.to_remind(now); !seats.empty()) return Remind{std::move(seats)};
    if (auto decisions = state.to_tell(now); !decisions.empty()) return TellWaiting{std::move(decisions)};
    return {};
}

std::optional<Command> own_players_move(BattleState& state, rules::Random& random) {
    if (auto left = state.default_due()) return std::move(*left);
    for (const auto& [seat, bot] : state.bots())
        if (auto move = bot_moves(state, seat, bot, random)) return move;
    if (auto order = state.order_due()) return std::move(*order);
    return {};
}

}  // namespace muster::server
