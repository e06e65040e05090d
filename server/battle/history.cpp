#include "server/battle/history.hpp"

#include <algorithm>
#include <charconv>

#include "protocol/server_messages.hpp"
#include "server/battle/lines.hpp"
#include "server/battle/weight.hpp"

namespace muster::server {

void History::append(std::vector<protocol::LoggedEvent> events, std::vector<std::string> inputs) {
    const auto added = weight_of(events, inputs);
    bytes_ += added;
    counted_.grow(added);
    for (auto& event : events) {
        constexpr std::size_t around = 48;  // what append_event() and a frame add besides the battle's id
        ends_.push_back((ends_.empty() ? 0 : ends_.back()) + event.body.size() + battle_.size() + around);
        events_.push_back(std::move(event));
    }
    for (auto& input : inputs) inputs_.push_back(std::move(input));
}

std::size_t History::bytes_after(std::int64_t since) const {
    if (since >= head()) return 0;
    return ends_.back() - (since > 0 ? ends_[static_cast<std::size_t>(since - 1)] : 0);
}

Bundle History::slice(rules::Viewer viewer, std::int64_t& since, std::size_t bytes_max) const {
    if (since >= head()) return nullptr;
    auto out = std::make_shared<Messages>();
    const auto bytes = bytes_after(since);
    if (bytes <= bytes_max) out->reserve(static_cast<std::size_t>(head() - since), bytes);
    while (since < head() && out->bytes() < bytes_max) {
        ++since;
        out->add("event", since, [&](std::string& text) { protocol::append_event(text, battle_, body(since, viewer)); });
    }
    return out;
}

bool History::differs_for(rules::Seat seat, std::int64_t since) const {
    for (auto at = since; at < head(); ++at)
        for (const auto& [each, text] : events_[static_cast<std::size_t>(at)].instead)
            if (each == seat) return true;
    return false;
}

std::string encode_events(const std::vector<protocol::LoggedEvent>& events) {
    std::string out;
    std::size_t size = 0;
    for (const auto& event : events) size += event.body.size() + 1;
    out.reserve(size);
    for (const auto& event : events) {
        out += event.body;
        out += '\n';
        for (const auto& [seat, body] : event.instead) out += '@' + std::to_string(seat) + ' ' + body + '\n';
    }
    return out;
}

std::vector<protocol::LoggedEvent> decode_events(std::string_view lines, std::int64_t first_seq) {
    std::vector<protocol::LoggedEvent> out;
    for (auto& line : split_lines(lines)) {
        if (line.starts_with('@') && !out.empty()) {
            rules::Seat seat = 0;
            const auto end = std::from_chars(line.data() + 1, line.data() + line.size(), seat).ptr;
            out.back().instead.emplace_back(seat, line.substr(static_cast<std::size_t>(end + 1 - line.data())));
        } else {
            out.push_back({first_seq + static_cast<std::int64_t>(out.size()), std::move(line)});
        }
    }
    return out;
}

}  // namespace muster::server
