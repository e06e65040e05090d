// A connection to the server that is passed on: look-up, TCP, TLS.
#pragma once
#include <expected>
#include <memory>
#include <string>

#include "server/base/server_address.hpp"
#include "server/net/channel.hpp"

namespace muster::server {

/// Everything within limits::relay_connect_max. The refusal is for the log, and for whoever waits.
Task<std::expected<std::shared_ptr<Channel>, std::string>> dial(Strand strand, ServerAddress to, const Trust& trust);

}  // namespace muster::server
