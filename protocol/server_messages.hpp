// What the server says. One struct per message, in a header for each sort of listener; each becomes one JSON text, `type` first.
#pragma once
#include <string>
#include <vector>

#include "protocol/answers.hpp"
#include "protocol/fold.hpp"
#include "protocol/lobby_messages.hpp"
#include "protocol/room_messages.hpp"
#include "protocol/turn_messages.hpp"

namespace muster::protocol {

/// Appends the text of a message; `id` is the client's own, if this answers one.
template <typename T>
void append_message(std::string& out, const T& message, std::string_view id = {}) {
    out += "{\"type\":\"";
    out += T::type;
    out += '"';
    if (!id.empty()) {
        out += ",\"id\":";
        append_json_string(out, id);
    }
    const auto fields = out.size();
    write_text<FieldTextWriter>(out, message);
    if (out.size() - fields > 2) out[fields] = ',';  // what begins an object of its own
    else out.replace(fields, 2, "}");
}

template <typename T>
std::string message_text(const T& message, std::string_view id = {}) {
    std::string out;
    out.reserve(256);  // most fit
    append_message(out, message, id);
    return out;
}

/// Every seat and who took it.
std::vector<SeatInfo> seat_infos(const Fold& fold);

/// The refusal of a message that was understood.
Rejected rejected(const Refusal& refusal, const std::string& battle, std::int64_t decision = 0);
std::string rejected_text(const Refusal& refusal, std::string_view id, const std::string& battle, std::int64_t decision = 0);

/// An event as every transport sends it: {"type":"event","battle":…,"seq":…,"at":…,"event":…,"data":…}.
std::string event_text(std::string_view battle, std::string_view body);
void append_event(std::string& out, std::string_view battle, std::string_view body);

/// The outcome as in records and summaries: {"winner": seat or null,"reason","survivors"}.
Json outcome_json(const rules::Outcome& outcome, const std::vector<std::string>& seats);

}  // namespace muster::protocol
