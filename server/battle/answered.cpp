#include "server/battle/answered.hpp"

#include <algorithm>
#include <charconv>
#include <ranges>

#include "protocol/ids.hpp"
#include "rules/json.hpp"
#include "server/base/limits.hpp"
#include "server/battle/lines.hpp"

namespace muster::server {

namespace {

// Enough that nobody finds two messages with the same one.
constexpr std::size_t key_bytes = 15;

std::string hash_of(std::string_view whole) { return protocol::to_base64url(protocol::bytes_of(protocol::sha256(whole)).substr(0, key_bytes)); }

// A key as earlier versions stored it: "SEAT|ID|WHAT".
std::optional<rules::Seat> seat_of_whole(std::string_view key) {
    rules::Seat seat = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), seat);
    if (error != std::errc() || end == key.data() + key.size() || *end != '|') return {};
    return seat;
}

}  // namespace

std::string Answered::key_of(rules::Seat seat, std::string_view id, std::string_view what) {
    if (id.empty() || what.empty()) return {};
    std::string whole = std::to_string(seat);
    whole.append("|").append(id).append("|").append(what);
    return hash_of(whole);
}

std::optional<std::int64_t> Answered::find(rules::Seat seat, std::string_view key) const {
    const auto mine = seats_.find(seat);
    if (key.empty() || mine == seats_.end()) return {};
    const auto found = std::ranges::find(mine->second | std::views::reverse, key, &Entry::key);
    return found == mine->second.rend() ? std::nullopt : std::optional(found->seq);
}

std::string Answered::remember(rules::Seat seat, std::string key, std::int64_t seq) {
    if (key.empty()) return {};
    std::string line = "[" + std::to_string(seat) + ",\"" + key + "\"," + std::to_string(seq) + "]\n";
    keep(seat, std::move(key), seq);
    return line;
}

void Answered::keep(rules::Seat seat, std::string key, std::int64_t seq) {
    auto& mine = seats_[seat];
    mine.push_back({std::move(key), seq});
    if (mine.size() > limits::answers_per_seat_max) mine.pop_front();
}

void Answered::restore(std::string_view lines) {
    for (const auto& line : split_lines(lines)) {
        const auto json = parse_json(line);
        if (!json || !json->is_array()) continue;
        if (json->size() == 3) {
            keep(json->at(0).get<rules::Seat>(), json->at(1).get<std::string>(), json->at(2).get<std::int64_t>());
        } else if (json->size() == 2) {
            const auto whole = json->at(0).get<std::string>();
            if (const auto seat = seat_of_whole(whole)) keep(*seat, hash_of(whole), json->at(1).get<std::int64_t>());
        }
    }
}

}  // namespace muster::server
