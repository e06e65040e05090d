// What happens in a battle by itself: time that is up, people who are to be told, bots and standing orders. Pure: each says which
// command comes next, if any.
#pragma once
#include "rules/random.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

/// What time demands, before anything that somebody wants: first the credit for absences, so that none of them ever counts as play.
std::optional<Command> time_demands(const BattleState& state, Now now);

/// What the server's own players do once nobody waits to be heard: one move of one bot, or one decision of a standing order.
std::optional<Command> own_players_move(BattleState& state, rules::Random& random);

}  // namespace muster::server
