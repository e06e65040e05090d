#include "protocol/server_messages.hpp"

namespace muster::protocol {

std::vector<SeatInfo> seat_infos(const Fold& fold) {
    std::vector<SeatInfo> out;
    for (std::size_t i = 0; i < fold.seats().size(); ++i) {
        const auto seat = static_cast<rules::Seat>(i);
        out.push_back({fold.seats()[i], fold.seat_taken(seat) ? std::optional(fold.seat_name(seat)) : std::nullopt});
    }
    return out;
}

Rejected rejected(const Refusal& refusal, const std::string& battle, std::int64_t decision) {
    return {battle, decision, std::string(name(refusal.code)), refusal.message, refusal.path};
}

std::string rejected_text(const Refusal& refusal, std::string_view id, const std::string& battle, std::int64_t decision) {
    return message_text(rejected(refusal, battle, decision), id);
}

std::string event_text(std::string_view battle, std::string_view body) {
    std::string out;
    out.reserve(battle.size() + body.size() + 40);
    append_event(out, battle, body);
    return out;
}

void append_event(std::string& out, std::string_view battle, std::string_view body) {
    out += "{\"type\":\"event\",\"battle\":\"";
    out += battle;  // battle ids need no escaping
    out += "\",";
    out += body.substr(1);
}

Json outcome_json(const rules::Outcome& outcome, const std::vector<std::string>& seats) {
    Json winner;
    if (outcome.winner) winner = seats[static_cast<std::size_t>(*outcome.winner)];
    return Json{{"winner", winner}, {"reason", outcome.reason}, {"survivors", outcome.survivors}};
}

}  // namespace muster::protocol
