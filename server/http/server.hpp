// One HTTP connection: requests in, responses out, or the change to a WebSocket.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "server/access/address_limits.hpp"
#include "server/access/node_pass.hpp"
#include "server/battle/ground.hpp"
#include "server/http/calls.hpp"
#include "server/net/tls.hpp"
#include "server/net/websocket_client.hpp"

namespace muster::server {

/// Who is let in at all.
struct Admission {
    std::size_t connections_max;
    std::vector<std::string> allowed_origins;  ///< of pages that may connect, besides the server's own
};

struct HttpServices {
    Ground& ground;
    Current<Admission> admission;
    std::shared_ptr<HttpCalls> calls;
    std::shared_ptr<Connections> connections;
    Callers& callers;
    const Certificate* certificate;  ///< null: plain HTTP
    MakeWebSocketClient websocket_client;
    const NodePass* pass = nullptr;  ///< by which other servers of the store are known; null: there are none
};

/// Serves one connection until it ends, or refuses it if `peer` opens too many. `services` must outlive it.
void serve_http(Socket socket, const Address& peer, HttpServices& services);

}  // namespace muster::server
