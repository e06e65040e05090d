// One question to the server over a WebSocket, one answer.
#pragma once
#include <expected>

#include "clients/cli/exit_codes.hpp"
#include "clients/cli/link.hpp"
#include "rules/json.hpp"

namespace muster::cli {

/// Sends `message` and gives its answer back. Waits while the server is busy, but does not try again when the connection
/// breaks, since nobody knows then whether the server did what it was asked. Complaints are printed already.
std::expected<Json, ExitCode> ask_server(const Server& server, Json message);

}  // namespace muster::cli
