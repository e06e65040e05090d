// The change of an HTTP connection to a WebSocket, at /ws.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/metrics.hpp"
#include "server/http/read_request.hpp"
#include "server/net/websocket_client.hpp"

namespace muster::server {

/// What a connection occupies, over HTTP and as a WebSocket; given back when this goes.
struct Places {
    Connections::Place table{};
    Caller::Place caller{};
    Gauge::Held counted{};
};

/// Why this request may not become a WebSocket, if so.
std::optional<HttpResponse> refuse_upgrade(const BeastRequest& request, bool secure, const std::vector<std::string>& allowed_origins);

/// The socket goes on as a WebSocket; nobody else may use the channel any more.
void become_websocket(std::shared_ptr<Channel> channel, BeastRequest request, const std::shared_ptr<Caller>& caller, Places places,
                      const MakeWebSocketClient& make_client);

}  // namespace muster::server
