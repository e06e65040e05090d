// What an operator of another server of the store wants of a battle that this one has. It comes by HTTP with that server's pass (access/node_pass.hpp) and
// under a seal over what it says, since a pass alone lets nobody change anything, and whoever sees one on its way has it for a while.
// Who sees an order on its way may send it again for that while: it is the same one, of which only an older one could be undone.
#pragma once
#include <expected>
#include <optional>
#include <string>

#include "server/access/node_pass.hpp"
#include "server/battle/moderation.hpp"
#include "server/http/message.hpp"

namespace muster::server {

struct Order {
    Moderation what{};
    std::string battle{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "what", self.what, "battle", self.battle); }
};

/// What is posted to the server at `url`; nothing: not now.
std::optional<std::string> order_text(const NodePass& pass, const std::string& url, const Order& order);
/// What another server has posted here.
std::expected<Order, Refusal> read_order(const NodePass& pass, const std::string& text);

HttpResponse order_answer(std::expected<std::vector<Onlooker>, Refusal> moderated);
std::expected<std::vector<Onlooker>, Refusal> read_order_answer(const HttpResponse& answer);

}  // namespace muster::server
