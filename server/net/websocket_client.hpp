// What stands behind a WebSocket, for those who open one without knowing what that is.
#pragma once
#include <functional>
#include <memory>

#include "server/access/address_limits.hpp"
#include "server/net/connections.hpp"
#include "server/net/websocket.hpp"

namespace muster::server {

struct WebSocketClient {
    std::shared_ptr<WebSocket::Handler> handler;
    Connections::Ends ends;  ///< they keep nothing alive
};

/// Called on the WebSocket's strand, before anything is read from it. `client`: whose it is.
using MakeWebSocketClient = std::function<WebSocketClient(const std::shared_ptr<WebSocket>& websocket, const std::shared_ptr<Caller>& caller)>;

}  // namespace muster::server
