// About how many bytes things take in memory that a stranger can make large, and what is refused when battles take all that they may.
#pragma once
#include <cstddef>

#include "protocol/fold.hpp"
#include "protocol/nudge_messages.hpp"
#include "rules/standing_orders.hpp"
#include "server/battle/command.hpp"
#include "storage/store.hpp"

namespace muster::server {

std::size_t weight_of(const Json& json);
std::size_t weight_of(const SharedJson& json);
std::size_t weight_of(const rules::StandingOrders& orders);
std::size_t weight_of(const protocol::NudgeTarget& target);
std::size_t weight_of(const Command& command);
/// A battle with this setup and these options, besides its history.
std::size_t weight_of(const protocol::Origin& origin);
/// Events and inputs of a step, on their way to the store or from it.
std::size_t weight_of(const storage::StoredBattle& battle);
std::size_t weight_of(const storage::Beginning& beginning);
std::size_t weight_of(const std::vector<protocol::LoggedEvent>& events, const std::vector<std::string>& inputs);

Refusal memory_is_full();
/// Whether a message makes its battle larger and could be said again and again: not what ends it, nor what only asks. False: no client's.
bool adds(const Command& command);

}  // namespace muster::server
