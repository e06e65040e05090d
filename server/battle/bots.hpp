// The server's own players: a seat that was given to one at the battle's creation plays by itself.
#pragma once
#include <map>

#include "protocol/client_messages.hpp"
#include "protocol/fold.hpp"

namespace muster::server {

using Bots = std::map<rules::Seat, protocol::Bot>;

/// Which seats of `message` are the server's; refuses one that its battle, which has `seats`, does not have.
std::expected<Bots, Refusal> read_bots(const protocol::Create& message, const std::vector<std::string>& seats);

/// As they stand in a battle's options, where everybody sees them: {"defender":"best"}.
Json bots_json(const Bots& bots, const std::vector<std::string>& seats);
Bots bots_of(const Json& options, const std::vector<std::string>& seats);

/// What others see it called.
std::string bot_name(protocol::Bot bot);

/// Whether nobody but bots, and seats that have left, has anything left to decide, so that nobody else wakes the battle after a restart.
bool bots_alone(const Bots& bots, const protocol::Fold& fold);

/// What a bot chooses for a decision of its seat.
SharedJson bot_choice(protocol::Bot bot, const protocol::Fold& fold, const protocol::OpenDecision& open, rules::Random& random);

}  // namespace muster::server
