// The hand-over from HTTP to a WebSocket; included by the two files that know Beast.
#pragma once
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>
#include <memory>

#include "server/net/channel.hpp"
#include "server/net/websocket.hpp"

namespace muster::server {

struct UpgradeRequest {
    boost::beast::http::request<boost::beast::http::string_body> message;
};

using MakeHandler = std::function<std::shared_ptr<WebSocket::Handler>(const std::shared_ptr<WebSocket>&)>;

/// Answers the upgrade and reads until the WebSocket ends. The handler lives as long as the connection.
std::shared_ptr<WebSocket> start_websocket(std::shared_ptr<Channel> channel, std::unique_ptr<UpgradeRequest> request, const MakeHandler& make_handler);

}  // namespace muster::server
