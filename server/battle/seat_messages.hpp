// Which of the protocol's messages a seat sends to its battle, for all ways in which they come.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "server/battle/command.hpp"

namespace muster::server {

/// The types of all of them but `choose`, which has an address of its own over HTTP.
const std::vector<std::string>& seat_message_types();

/// What a seat sends to its battle, taken out of a message; nothing if it is none of these.
std::optional<SeatMessage> take_seat_message(protocol::ClientBody& body);

/// What the member of a room says to it, likewise. It needs a connection, and is no seat's.
std::optional<protocol::TogetherBody> take_together(protocol::ClientBody& body);

/// Whether a message may bring somebody into a battle that he was not in: it counts to the new battles of an address.
bool begins_anew(const protocol::ClientBody& body);

}  // namespace muster::server
