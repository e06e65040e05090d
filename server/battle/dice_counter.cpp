#include "server/battle/dice_counter.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include "protocol/audit.hpp"
#include "protocol/event_parts.hpp"
#include "server/base/log.hpp"
#include "server/battle/lines.hpp"

namespace muster::server {

namespace {

constexpr int at_once = 100;  // battles in one commit
constexpr std::size_t slice_bytes = std::size_t{1} << 20;

/// False: an event cannot be read.
bool count_lines(const std::string& events, std::map<std::string, Faces>& by_seat) {
    for (const auto& line : split_lines(events)) {
        if (line.starts_with('@')) continue;  // what one seat sees in place of the event before it
        const auto parts = protocol::parts_of(line);
        if (parts.name.empty()) return false;
        if (parts.name != "rolled") continue;
        const auto json = parse_flat_json(parts.data);
        if (!json || !protocol::count_roll(*json, by_seat)) return false;
    }
    return true;
}

/// One battle that nobody foresaw must not stop the counting of all others.
std::expected<std::optional<storage::CountedBattle>, storage::Failure> dice_or_why_not(storage::Store& store, const rules::Rulesets& rulesets,
                                                                                       const storage::Uncounted& battle) {
    try {
        return dice_of(store, rulesets, battle);
    } catch (const std::exception& error) {
        return std::unexpected(storage::Failure{storage::Failure::Kind::broken, error.what()});
    }
}

}  // namespace

std::expected<std::optional<storage::CountedBattle>, storage::Failure> dice_of(storage::Store& store, const rules::Rulesets& rulesets,
                                                                               const storage::Uncounted& battle) {
    std::map<std::string, Faces> by_seat;
    for (std::int64_t seq = 0;;) {
        const auto slice = store.events_after(battle.number, seq, slice_bytes);
        if (!slice) return std::unexpected(slice.error());
        if (slice->empty()) break;
        for (const auto& step : *slice)
            if (!count_lines(step.events, by_seat)) return std::nullopt;
        seq = slice->back().last_seq;
    }
    const auto options = parse_json(battle.options);
    storage::CountedBattle out{.note = battle.note, .day = battle.finished_at.substr(0, 10), .ruleset = battle.ruleset, .seats = {}};
    const auto* ruleset = rulesets.find(battle.ruleset);
    for (std::size_t i = 0; i < battle.seats.size(); ++i) {
        const auto& seat = battle.seats[i];
        out.seats.push_back({protocol::audited_seat(ruleset, i, seat), protocol::player_of(options ? *options : Json(), seat), by_seat[seat]});
    }
    if (by_seat.size() > battle.seats.size()) return std::nullopt;  // a seat that the battle does not have
    return out;
}

void DiceCounter::look() {
    if (looks_.fetch_add(1) == 0) go_on();
}

void DiceCounter::go_on() {
    if (stopped_ || !pool_.post([this] { count_some(); })) looks_ = 0;
}

void DiceCounter::give_up(const storage::Failure& failure) {
    log::warn("dice of finished battles could not be counted; trying again when another battle has ended", {{"reason", failure.message}});
    looks_ = 0;
}

void DiceCounter::count_some() {
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 10);  // of this thread alone: an old store has work for minutes, and nobody waits for it
    auto looks = looks_.load();
    const auto found = store_.uncounted(last_, at_once);
    if (!found) return give_up(found.error());
    if (found->empty()) {
        if (!looks_.compare_exchange_strong(looks, 0)) go_on();
        return;
    }
    std::vector<storage::CountedBattle> counted;
    for (const auto& each : *found) {
        if (stopped_) return;
        auto dice = dice_or_why_not(store_, rulesets_, each);
        if (!dice && dice.error().kind == storage::Failure::Kind::refused) return give_up(dice.error());
        if (dice && *dice) counted.push_back(std::move(**dice));
        else
            log::error("the dice of a finished battle cannot be counted",
                       {{"battle", each.id}, {"reason", dice ? "its events cannot be read" : dice.error().message}});
    }
    store_.count_dice(std::move(counted), [this, last = found->back().note](const storage::Result& result) {
        if (!result) return give_up(result.error());
        last_ = last;
        go_on();
    });
}

}  // namespace muster::server
