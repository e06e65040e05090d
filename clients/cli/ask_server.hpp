// Questions to the server over a WebSocket, one answer each.
#pragma once
#include <expected>
#include <functional>
#include <vector>

#include "clients/cli/exit_codes.hpp"
#include "clients/cli/link.hpp"
#include "rules/json.hpp"

namespace muster::cli {

/// Sends the messages one after the other, each when the one before is answered, and gives the last answer back. The first
/// refusal ends it. Waits while the server is busy, but does not try again when the connection breaks, since nobody knows
/// then whether the server did what it was asked. Complaints are printed already.
/// `hear` is called with each answer that is no refusal, before the next message is sent.
using Hear = std::function<void(const Json& answer)>;
std::expected<Json, ExitCode> ask_server(const Server& server, std::vector<Json> messages, Hear hear = {});

}  // namespace muster::cli
