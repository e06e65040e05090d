#include "server/battle/seat_messages.hpp"

#include <algorithm>

namespace muster::server {

const std::vector<std::string>& seat_message_types() {
    static const auto types = [] {
        std::vector<std::string> out;
        const std::vector<std::string> elsewhere{"choose", "create", "follow", "unfollow", "list", "ping"};
        for (const auto& [type, schema] : protocol::client_message_schemas().items())
            if (std::ranges::find(elsewhere, type) == elsewhere.end()) out.push_back(type);
        return out;
    }();
    return types;
}

bool begins_anew(const protocol::ClientBody& body) { return std::holds_alternative<protocol::Take>(body) || std::holds_alternative<protocol::Rematch>(body); }

std::optional<SeatMessage> take_seat_message(protocol::ClientBody& body) {
    return std::visit(
        [](auto& each) -> std::optional<SeatMessage> {
            using T = std::remove_cvref_t<decltype(each)>;
            if constexpr (std::is_constructible_v<SeatMessage, T>) return SeatMessage(std::move(each));
            else return {};
        },
        body);
}

}  // namespace muster::server
