#include "protocol/fold_events.hpp"

namespace muster::protocol {

rules::Event created_event(const CreatedData& data) { return rules::make_event("battle_created", data); }

rules::Event seat_event(std::string name, const SeatData& data) { return rules::make_event(std::move(name), data); }

rules::Event started_event(const std::vector<std::string>& seats, const std::vector<std::string>& names) {
    StartedData data;
    for (std::size_t i = 0; i < seats.size(); ++i) data.seats.push_back({seats[i], names[i]});
    return rules::make_event("battle_started", data);
}

std::string event_body(std::int64_t seq, const std::string& at, const std::string& event, const std::string& data) {
    std::string body;
    body.reserve(at.size() + event.size() + data.size() + 64);
    body += "{\"seq\":";
    append_integer(body, seq);
    body += ",\"at\":\"";
    body += at;
    body += "\",\"event\":\"";
    body += event;
    body += "\",\"data\":";
    body += data;
    body += '}';
    return body;
}

}  // namespace muster::protocol
