// What a seat says to its battle, on whatever path it came: one place that knows which message is which command.
#pragma once
#include <string>
#include <vector>

#include "server/battle/session.hpp"

namespace muster::server {

/// The types of message that a seat sends to its battle over HTTP: all but those that have a call of their own (`choose` too) or are
/// for WebSockets alone.
const std::vector<std::string>& seat_message_types();

/// Hands the message to the session, which answers `from`. False: it is not for a battle's seats (`create`, `list`, …). From any thread.
bool submit_seat_message(Session& session, const Session::Connection& from, const std::string& id, protocol::ClientBody& body);

}  // namespace muster::server
