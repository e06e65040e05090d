// Seats that are open to anybody: whoever made the battle said so of them. All others are for whoever has their token.
#pragma once
#include <expected>
#include <vector>

#include "protocol/client_messages.hpp"
#include "rules/battle.hpp"

namespace muster::server {

using OpenSeats = std::vector<rules::Seat>;

/// Which seats of `message` are open, of those that its battle has, by their `names`; refuses one that the server plays, and any of a private battle.
std::expected<OpenSeats, Refusal> read_open_seats(const protocol::Create& message, const std::vector<std::string>& names);

/// As they stand in a battle's options, where everybody sees them: ["defender"].
Json open_seats_json(const OpenSeats& seats, const std::vector<std::string>& names);
OpenSeats open_seats_of(const Json& options, const std::vector<std::string>& names);

}  // namespace muster::server
