#include "server/battle/seat_messages.hpp"

#include <algorithm>

namespace muster::server {

namespace {

/// Nothing, where it is none of these.
template <typename Some>
std::optional<Some> take(protocol::ClientBody& body) {
    return std::visit(
        [](auto& each) -> std::optional<Some> {
            using T = std::remove_cvref_t<decltype(each)>;
            if constexpr (std::is_constructible_v<Some, T>) return Some(std::move(each));
            else return {};
        },
        body);
}

}  // namespace

const std::vector<std::string>& seat_message_types() {
    static const auto types = [] {
        std::vector<std::string> out;
        const std::vector<std::string> elsewhere{"choose", "create", "follow", "unfollow", "list",      "ping",
                                                 "meet",   "lead",   "point",  "remark",   "give_lead", "part"};
        for (const auto& [type, schema] : protocol::client_message_schemas().items())
            if (std::ranges::find(elsewhere, type) == elsewhere.end()) out.push_back(type);
        return out;
    }();
    return types;
}

bool begins_anew(const protocol::ClientBody& body) { return std::holds_alternative<protocol::Take>(body) || std::holds_alternative<protocol::Rematch>(body); }

std::optional<SeatMessage> take_seat_message(protocol::ClientBody& body) { return take<SeatMessage>(body); }

std::optional<protocol::TogetherBody> take_together(protocol::ClientBody& body) { return take<protocol::TogetherBody>(body); }

}  // namespace muster::server
