#include "server/battle/event_log.hpp"

#include <charconv>

#include "protocol/server_messages.hpp"

namespace muster::server {

void SessionLog::append(std::vector<protocol::LoggedEvent> events) {
    for (auto& event : events) {
        constexpr std::size_t around = 48;  // the frame's header and what event_text() adds besides the battle's id
        ends_.push_back((ends_.empty() ? 0 : ends_.back()) + event.body.size() + battle_.size() + around);
        events_.push_back(std::move(event));
    }
}

std::size_t SessionLog::bytes_after(std::int64_t since) const {
    if (since >= head()) return 0;
    return ends_.back() - (since > 0 ? ends_[static_cast<std::size_t>(since - 1)] : 0);
}

Frame SessionLog::frames(rules::Viewer viewer, std::int64_t& since, std::size_t bytes_max) const {
    if (since >= head()) return nullptr;
    std::string bytes;
    bytes.reserve(std::min(bytes_after(since), bytes_max));
    while (since < head() && bytes.size() < bytes_max) {
        append_frame(bytes, protocol::event_text(battle_, events_[static_cast<std::size_t>(since)].body_for(viewer)));
        ++since;
    }
    return std::make_shared<const std::string>(std::move(bytes));
}

std::string SessionLog::texts(rules::Viewer viewer, std::int64_t since) const {
    std::string out;
    for (auto at = since; at < head(); ++at) {
        if (at > since) out += ',';
        out += protocol::event_text(battle_, events_[static_cast<std::size_t>(at)].body_for(viewer));
    }
    return out;
}

std::vector<std::string> SessionLog::bodies() const {
    std::vector<std::string> out;
    out.reserve(events_.size());
    for (const auto& event : events_) out.push_back(event.body);
    return out;
}

bool SessionLog::differs_for(rules::Seat seat, std::int64_t since) const {
    for (auto at = since; at < head(); ++at)
        for (const auto& [each, text] : events_[static_cast<std::size_t>(at)].instead)
            if (each == seat) return true;
    return false;
}

std::string events_answer(std::string_view battle, std::int64_t head, std::string_view events, std::string_view requests) {
    std::string out;
    out.reserve(battle.size() + events.size() + requests.size() + 80);
    out.append("{\"battle\":\"").append(battle).append("\",\"head\":").append(std::to_string(head));
    out.append(",\"events\":[").append(events).append("],\"requests\":[").append(requests).append("]}\n");
    return out;
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

std::string join_lines(const std::vector<std::string>& lines) {
    std::string out;
    for (const auto& line : lines) out += line + '\n';
    return out;
}

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const auto end = text.find('\n');
        out.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return out;
}

}  // namespace muster::server
