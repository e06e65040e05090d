#include "server/battle/summaries.hpp"

#include <algorithm>
#include <ranges>

#include "protocol/ids.hpp"
#include "protocol/times.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/state.hpp"
#include "server/battle/status.hpp"

namespace muster::server {

namespace {

protocol::BattleSummary summary_of(const storage::Summary& stored) {
    protocol::BattleSummary out;
    out.battle = stored.id;
    out.ruleset = stored.ruleset;
    out.ruleset_version = stored.ruleset_version;
    out.title = stored.title;
    for (const auto& [value, text] : names_of(protocol::Visibility{}))
        if (text == stored.visibility) out.visibility = value;
    out.status = status_of(stored.status);
    if (auto options = parse_json(stored.options)) out.options = std::move(*options);
    for (const auto& seat : stored.seats) out.seats.push_back({seat.seat, seat.taken ? std::optional(seat.name) : std::nullopt});
    out.head = stored.head;
    out.created_at = stored.created_at;
    if (!stored.finished_at.empty()) out.finished_at = stored.finished_at;
    if (auto outcome = parse_json(stored.outcome)) out.outcome = std::move(*outcome);
    out.open = stored.open;
    return out;
}

storage::WonBy won_by(protocol::Won won) {
    if (won == protocol::Won::nobody) return {};
    return {static_cast<int>(won)};
}

/// A moment as the store has them, of a day or a moment that somebody asks for. A day stands for its beginning, or for its end.
std::expected<std::string, Refusal> moment_of(const std::string& text, bool end_of_day, const std::string& path) {
    constexpr std::int64_t day_ms = 86'400'000;
    if (text.empty() || protocol::read_time(text)) return text;
    const auto day = protocol::read_time(text + "T00:00:00.000Z");
    if (!day) return refuse(Code::bad_message, "expected a day (2026-11-21) or a moment (2026-11-21T20:49:00.123Z), both of UTC", path);
    return protocol::time_text(*day + (end_of_day ? day_ms : 0));
}

/// No title nor name has one, and not every store can be asked for them.
std::expected<void, Refusal> expect_no_control(const std::string& text, const std::string& path) {
    const auto steers = [](char each) { return static_cast<unsigned char>(each) < 0x20 || each == 0x7f; };
    if (std::ranges::none_of(text, steers)) return {};
    return refuse(Code::bad_message, "has a control character", path);
}

std::expected<storage::Query, Refusal> query_of(const protocol::List& list) {
    for (const auto& [text, path] : {std::pair(&list.ruleset, "/ruleset"), std::pair(&list.player, "/player"), std::pair(&list.q, "/q")})
        if (const auto plain = expect_no_control(*text, path); !plain) return std::unexpected(plain.error());
    const auto from = moment_of(list.from, false, "/from");
    if (!from) return std::unexpected(from.error());
    const auto to = moment_of(list.to, true, "/to");
    if (!to) return std::unexpected(to.error());
    storage::Query out;
    if (list.status) out.status = status_of(*list.status);
    out.ruleset = list.ruleset;
    out.player = list.player;
    out.text = list.q;
    out.open = list.open;
    if (list.outcome) out.won = won_by(*list.outcome);
    out.from = *from;
    out.to = *to;
    out.before = list.before;
    out.limit = list.limit;
    return out;
}

}  // namespace

Refusal store_refusal(const storage::Failure& failure) {
    log::error("the store failed", {{"reason", failure.message}});
    return {Code::server_busy, "the store cannot be used now; try again"};
}

std::expected<protocol::Battles, Refusal> list_battles(const Services& services, const protocol::List& query) {
    auto& store = services.store;
    auto asked = query_of(query);
    if (!asked) return std::unexpected(asked.error());
    auto& wanted = *asked;
    wanted.given_up = &services.stopping;
    protocol::Battles out;
    // Who is there only the battles in memory know.
    if (query.present) wanted.ids = services.attendance.battles(limits::attended_listed_max);
    wanted.limit = query.limit + 1;  // is there another page?
    const auto found = store.list(wanted);
    if (!found) return std::unexpected(services.stopping ? going_down() : store_refusal(found.error()));
    const auto shown = std::min(found->size(), static_cast<std::size_t>(query.limit));
    for (const auto& each : *found | std::views::take(shown)) {
        auto& told = out.battles.emplace_back(summary_of(each));
        if (const auto present = services.attendance.of(each.id); present > 0) told.present = present;
    }
    if (found->size() > shown) out.next = (*found)[shown - 1].number;
    return out;
}

std::expected<FoundBattle, Refusal> summary_of_battle(storage::Store& store, const std::string& battle, bool private_too) {
    if (!protocol::looks_like_battle_id(battle)) return std::unexpected(unknown_battle());
    auto found = store.summary(battle);
    if (!found) return std::unexpected(store_refusal(found.error()));
    const bool is_private = *found && (*found)->visibility == "private";
    if (!*found || (is_private && !private_too)) return std::unexpected(unknown_battle());
    return FoundBattle{summary_of(**found), is_private};
}

}  // namespace muster::server
