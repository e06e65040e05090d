#include "protocol/server_messages.hpp"

namespace muster::protocol {

std::string rejected_text(const Refusal& refusal, std::string_view id, const std::string& battle, std::int64_t decision) {
    return message_text(Rejected{battle, decision, std::string(name(refusal.code)), refusal.message, refusal.path}, id);
}

std::string event_text(std::string_view battle, std::string_view body) {
    std::string out;
    out.reserve(battle.size() + body.size() + 40);
    out += "{\"type\":\"event\",\"battle\":\"";
    out += battle;  // battle ids need no escaping
    out += "\",";
    out += body.substr(1);
    return out;
}

Json outcome_json(const rules::Outcome& outcome, const std::vector<std::string>& seats) {
    Json winner;
    if (outcome.winner) winner = seats[static_cast<std::size_t>(*outcome.winner)];
    return Json{{"winner", winner}, {"reason", outcome.reason}, {"survivors", outcome.survivors}};
}

}  // namespace muster::protocol
