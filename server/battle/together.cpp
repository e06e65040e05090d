#include "server/battle/together.hpp"

#include <algorithm>
#include <ranges>

#include "protocol/ids.hpp"
#include "protocol/times.hpp"
#include "rules/characters.hpp"
#include "server/base/limits.hpp"

namespace muster::server {

namespace {

Refusal no_room() { return {Code::unknown_battle, "there is no such room, or it has ended: rooms are not kept", "/room"}; }
Refusal too_fast() { return {Code::rate_limited, "you are sending messages too fast; wait a moment and send it again"}; }

bool may(Pace& pace, const Pace::Rate& rate) { return static_cast<bool>(pace.take(rate, std::chrono::steady_clock::now())); }

}  // namespace

void Together::carry_out(const Connection& connection, const std::string& id, const protocol::TogetherBody& message, std::int64_t now_ms) {
    if (connection->gone()) return;
    const From from{connection, id, now_ms};
    if (const auto refusal = std::visit([&](const auto& each) { return hear(from, each); }, message)) connection->deliver(rejection(*refusal, id, battle_));
}

std::expected<Together::Room*, Refusal> Together::room_for(const From& from, const protocol::Meet& message) {
    if (!message.room.empty()) {
        const auto found = rooms_.find(message.room);
        return found == rooms_.end() ? std::expected<Room*, Refusal>(std::unexpected(no_room())) : &found->second;
    }
    // The answer to the same message may have been lost.
    for (auto& room : rooms_ | std::views::values)
        if (room.members.size() > 0 && room.members.front().number == 1 && room.members.front().key == message.key) return &room;
    auto place = house_.take(from.connection->address());
    if (!place) return std::unexpected(place.error());
    auto id = protocol::new_battle_id();
    auto& made = rooms_[id];
    made.id = std::move(id);
    made.until_ms = from.now_ms + house_.rules().lasts_max.count();
    made.place = std::move(*place);
    made.counted = Gauge::Held(metrics_.together_rooms);
    return &made;
}

std::optional<Refusal> Together::hear(const From& from, const protocol::Meet& message) {
    const auto name = clean_text(message.name, limits::name_characters_max, "/name");
    if (!name) return name.error();
    const auto room = room_for(from, message);
    if (!room) return room.error();
    auto& members = (*room)->members;
    const auto known = std::ranges::find(members, message.key, &Member::key);
    const bool is_there = known != members.end() && known->connection;
    if (!is_there && present(**room) >= limits::together_members_max)
        return Refusal{Code::server_busy, "this room is full: " + std::to_string(limits::together_members_max) + " are in it already"};
    if (!may((*room)->comings, house_.rules().comings)) return too_fast();
    take_in(from, **room, message, *name);
    return {};
}

/// Whoever was in another room of this battle leaves that; whoever comes by a second connection is there by that alone.
void Together::take_in(const From& from, Room& room, const protocol::Meet& message, const std::string& name) {
    if (const auto seat = seats_.find(from.connection.get()); seat != seats_.end() && (seat->second.room != &room || seat->second.member->key != message.key)) {
        auto& [before, member] = seat->second;
        if (before == &room) go_away(*before, *member, from.now_ms);
        else part(*before, *member, from.now_ms);
    }
    auto known = std::ranges::find(room.members, message.key, &Member::key);
    if (known == room.members.end()) {
        auto& made = room.members.emplace_back();
        made.number = ++room.drawn;
        made.key = message.key;
        known = std::prev(room.members.end());
    }
    auto& member = *known;
    if (member.connection && member.connection != from.connection) {
        member.connection->deliver(
            bundle_of(0, protocol::Parted{battle_, room.id, protocol::PartedWhy::elsewhere, "you are in this room from somewhere else now"}));
        seats_.erase(member.connection.get());
    }
    if (!member.connection) member.came = ++room.turns;
    if (!name.empty() || member.name.empty()) member.name = name;
    member.connection = from.connection;
    member.counted = Gauge::Held(metrics_.together_members);
    seats_[from.connection.get()] = {&room, &member};
    if (room.leader == 0) room.leader = leads_now(room);
    room.empty_since_ms.reset();
    from.connection->deliver(bundle_of(0, meeting(room, member), from.id));
    tell_company(room);
}

std::expected<Together::Seat, Refusal> Together::seat_in(const From& from, const std::string& room) {
    if (!rooms_.contains(room)) return std::unexpected(no_room());
    const auto found = seats_.find(from.connection.get());
    if (found == seats_.end() || found->second.room->id != room) return refuse(Code::not_your_seat, "come into this room first, by `meet`", "/room");
    return found->second;
}

std::optional<Refusal> Together::hear(const From& from, const protocol::Lead& message) {
    const auto seat = seat_in(from, message.room);
    if (!seat) return seat.error();
    auto& [room, member] = *seat;
    if (!room->everybody && leads_now(*room) != member->number) return Refusal{Code::not_your_seat, "somebody else leads in this room"};
    if (message.where.size() > limits::together_where_bytes_max)
        return Refusal{Code::bad_message, "too long; at most " + std::to_string(limits::together_where_bytes_max) + " bytes", "/where"};
    if (!may(member->moves, house_.rules().moves) || !may(room->leads, house_.rules().leads)) return too_fast();
    room->where = message.where;
    metrics_.together_moves.add();
    tell(*room, protocol::Led{battle_, room->id, member->number, room->where});
    return {};
}

std::optional<Refusal> Together::hear(const From& from, const protocol::PointAt& message) {
    const auto seat = seat_in(from, message.room);
    if (!seat) return seat.error();
    auto& [room, member] = *seat;
    if (!may(member->points, house_.rules().moves)) return too_fast();
    member->at = message.at;
    metrics_.together_moves.add();
    tell(*room, protocol::Pointed{battle_, room->id, member->number, member->at});
    return {};
}

std::optional<Refusal> Together::hear(const From& from, const protocol::Remark& message) {
    const auto seat = seat_in(from, message.room);
    if (!seat) return seat.error();
    auto& [room, member] = *seat;
    if (!may(member->talk, house_.rules().talk)) return too_fast();
    room->lines.push_back({member->number, member->name, message.text, protocol::time_text(from.now_ms)});
    if (room->lines.size() > limits::together_lines_max) room->lines.pop_front();
    tell(*room, protocol::Remarked{battle_, room->id, room->lines.back()});
    return {};
}

std::optional<Refusal> Together::hear(const From& from, const protocol::GiveLead& message) {
    const auto seat = seat_in(from, message.room);
    if (!seat) return seat.error();
    auto& room = *seat->room;
    if (leads_now(room) != seat->member->number) return Refusal{Code::not_your_seat, "somebody else leads in this room"};
    if (!may(seat->member->moves, house_.rules().moves)) return too_fast();
    if (message.to) {
        const auto found = std::ranges::find(room.members, *message.to, &Member::number);
        if (found == room.members.end() || !found->connection) return Refusal{Code::bad_message, "nobody of that number is in this room", "/to"};
        room.leader = found->number;
    }
    if (message.everybody) room.everybody = *message.everybody;
    tell_company(room);
    return {};
}

std::optional<Refusal> Together::hear(const From& from, const protocol::PartFrom& message) {
    const auto seat = seat_in(from, message.room);
    if (!seat) return seat.error();
    part(*seat->room, *seat->member, from.now_ms);
    from.connection->deliver(bundle_of(0, protocol::Parted{battle_, message.room}, from.id));
    return {};
}

void Together::part(Room& room, Member& member, std::int64_t now_ms) {
    const int number = member.number;
    if (member.connection) seats_.erase(member.connection.get());
    std::erase_if(room.members, [&](const Member& each) { return each.number == number; });
    if (room.leader == number) room.leader = leads_now(room);
    note_empty(room, now_ms);
    tell_company(room);
}

void Together::go_away(Room& room, Member& member, std::int64_t now_ms) {
    seats_.erase(member.connection.get());
    member.connection.reset();
    member.counted = {};
    member.at.clear();
    member.came = ++room.turns;
    forget_absent(room);
    note_empty(room, now_ms);
    tell_company(room);
}

void Together::drop(const Connection& connection, std::int64_t now_ms) {
    const auto found = seats_.find(connection.get());
    if (found == seats_.end()) return;
    const auto [room, member] = found->second;
    go_away(*room, *member, now_ms);
}

/// Who has been away longest is a stranger when he comes again.
void Together::forget_absent(Room& room) {
    if (room.members.size() - present(room) <= limits::together_members_max) return;
    auto absent = room.members | std::views::filter([](const Member& each) { return !each.connection; });
    const auto number = std::ranges::min_element(absent, {}, &Member::came)->number;
    std::erase_if(room.members, [&](const Member& each) { return each.number == number; });
    if (room.leader == number) room.leader = leads_now(room);
}

void Together::note_empty(Room& room, std::int64_t now_ms) const {
    if (present(room) == 0) room.empty_since_ms = now_ms;
}

std::size_t Together::present(const Room& room) {
    return static_cast<std::size_t>(std::ranges::count_if(room.members, [](const Member& each) { return each.connection != nullptr; }));
}

/// 0: nobody who could.
int Together::leads_now(const Room& room) {
    const Member* longest = nullptr;
    for (const auto& each : room.members) {
        if (!each.connection) continue;
        if (each.number == room.leader) return each.number;
        if (!longest || each.came < longest->came) longest = &each;
    }
    return longest ? longest->number : 0;
}

std::vector<protocol::TogetherMember> Together::members_of(const Room& room) {
    std::vector<protocol::TogetherMember> out;
    for (const auto& each : room.members) out.push_back({each.number, each.name, each.connection != nullptr, each.at});
    return out;
}

protocol::Meeting Together::meeting(const Room& room, const Member& member) const {
    return {.battle = battle_,
            .room = room.id,
            .you = member.number,
            .leader = leads_now(room),
            .everybody = room.everybody,
            .where = room.where,
            .members = members_of(room),
            .lines = {room.lines.begin(), room.lines.end()},
            .until = protocol::time_text(room.until_ms)};
}

void Together::tell_company(const Room& room) { tell(room, protocol::Company{battle_, room.id, leads_now(room), room.everybody, members_of(room)}); }

/// Made once for all.
template <typename T>
void Together::tell(const Room& room, const T& message) {
    const auto bundle = bundle_of(0, message);
    for (const auto& each : room.members)
        if (each.connection) each.connection->deliver(bundle);
}

void Together::end(const Room& room, const std::string& why) {
    tell(room, protocol::Parted{battle_, room.id, protocol::PartedWhy::over, why});
    for (const auto& each : room.members)
        if (each.connection) seats_.erase(each.connection.get());
}

void Together::end_all(const std::string& why) {
    for (auto& room : rooms_ | std::views::values) end(room, why);
    rooms_.clear();
}

void Together::end_due(std::int64_t now_ms) {
    const auto empty_max = house_.rules().empty_max.count();
    std::erase_if(rooms_, [&](const auto& each) {
        const auto& room = each.second;
        const bool over = room.until_ms <= now_ms || (room.empty_since_ms && *room.empty_since_ms + empty_max <= now_ms);
        if (over) end(room, "this room's time is over");
        return over;
    });
}

std::optional<std::int64_t> Together::next_end_ms() const {
    const auto empty_max = house_.rules().empty_max.count();
    std::optional<std::int64_t> out;
    for (const auto& room : rooms_ | std::views::values) {
        const auto end = room.empty_since_ms ? std::min(room.until_ms, *room.empty_since_ms + empty_max) : room.until_ms;
        out = std::min(out.value_or(end), end);
    }
    return out;
}

std::string Together::name_of(const Subscriber& connection) const {
    const auto found = seats_.find(&connection);
    return found == seats_.end() ? std::string() : found->second.member->name;
}

}  // namespace muster::server
