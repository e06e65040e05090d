#include "server/battle/reading.hpp"

namespace muster::server {

Refusal beyond_head(std::int64_t head) { return {Code::bad_message, "this battle has only " + std::to_string(head) + " events", "/since"}; }

Refusal beyond_unspoiled_head(std::int64_t since) { return {Code::bad_message, "this battle has no event " + std::to_string(since), "/since"}; }

std::string events_answer(std::string_view battle, std::string_view generation, std::int64_t head, std::string_view events, std::string_view requests,
                          std::optional<std::int64_t> next, std::string_view seat, bool takes_keys) {
    std::string out;
    out.reserve(battle.size() + events.size() + requests.size() + 80);
    out.append("{\"battle\":\"").append(battle).append("\",\"generation\":\"").append(generation);
    out.append("\",\"head\":").append(std::to_string(head));
    out.append(",\"events\":[").append(events).append("],\"requests\":[").append(requests).append("]");
    if (!seat.empty()) out.append(",\"seat\":\"").append(seat).append("\"");
    if (takes_keys) out.append(",\"takes_keys\":true");
    if (next) out.append(",\"next\":").append(std::to_string(*next));
    return out + "}\n";
}

}  // namespace muster::server
