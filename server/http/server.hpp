// One HTTP connection: requests in, responses out, or the change to a WebSocket at /ws.
#pragma once
#include <memory>

#include "server/access/address_limits.hpp"
#include "server/config/config.hpp"
#include "server/http/api.hpp"
#include "server/net/connections.hpp"
#include "server/net/tls.hpp"
#include "server/ws/connection.hpp"

namespace muster::server {

struct HttpServices {
    Services& services;
    const Config& config;
    std::shared_ptr<Lobby> lobby;
    std::shared_ptr<HttpApi> api;
    std::shared_ptr<Connections> connections;
    Clients& clients;
    const Certificate* certificate;  ///< null: plain HTTP
    Bundle notice;                   ///< sent to every WebSocket at shutdown
};

/// Serves one connection until it ends, or closes it at once if `peer` opens too many. `services` must outlive it.
void serve_http(Socket socket, const Address& peer, HttpServices& services);

/// Whether a browser page of `origin` may open a WebSocket on this server, reached as `host`, over TLS or not.
bool origin_allowed(std::string_view origin, std::string_view host, bool secure, const std::vector<std::string>& allowed);

}  // namespace muster::server
