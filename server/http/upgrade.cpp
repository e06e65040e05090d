#include "server/http/upgrade.hpp"

#include "server/http/cross_origin.hpp"
#include "server/net/beast_upgrade.hpp"

namespace muster::server {

namespace http = boost::beast::http;

std::optional<HttpResponse> refuse_upgrade(const BeastRequest& request, bool secure, const std::vector<std::string>& allowed_origins) {
    const auto text = [&](http::field field) { return std::string_view(request[field].data(), request[field].size()); };
    if (request.target() != "/ws") return problem(404, {Code::bad_message, "the WebSocket is at /ws"});
    if (!origin_allowed(text(http::field::origin), text(http::field::host), secure, allowed_origins))
        return problem(403, {Code::bad_message, "pages of this origin may not connect here (--allow-origin)"});
    return {};
}

namespace {

// The client behind the WebSocket, and what it occupies until it is closed: others may know it for longer.
class Placed final : public WebSocket::Handler {
public:
    Placed(std::shared_ptr<WebSocket::Handler> handler, Places places) : handler_(std::move(handler)), places_(std::move(places)) {}
    void on_text(std::string_view text) override { handler_->on_text(text); }
    void on_closed() override {
        handler_->on_closed();
        places_ = {};
    }

private:
    std::shared_ptr<WebSocket::Handler> handler_;
    Places places_;
};

}  // namespace

void become_websocket(std::shared_ptr<Channel> channel, BeastRequest request, const std::shared_ptr<Caller>& caller, Places places,
                      const MakeWebSocketClient& make_client) {
    channel->expires_never();
    auto upgrade = std::make_unique<UpgradeRequest>(UpgradeRequest{std::move(request)});
    start_websocket(std::move(channel), std::move(upgrade), [&](const std::shared_ptr<WebSocket>& websocket) {
        auto made = make_client(websocket, caller);
        places.table.replace(std::move(made.ends));
        return std::make_shared<Placed>(std::move(made.handler), std::move(places));
    });
}

}  // namespace muster::server
