#include "storage/memory_battle.hpp"

#include <algorithm>
#include <cctype>
#include <ranges>

#include "storage/steps.hpp"

namespace muster::storage {

namespace {

bool contains_ignoring_case(const std::string& text, const std::string& part) {
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return !std::ranges::search(text, part, same).empty() || part.empty();
}

void unseal(StoredBattle& battle, const Sealed& gone) {
    std::erase_if(battle.sealed, [&](const Sealed& each) { return each.seat == gone.seat && each.decision == gone.decision; });
}

void keep(StoredBattle& battle, Kept& kept) {
    std::erase_if(battle.kept, [&](const Kept& each) { return each.seat == kept.seat && each.name == kept.name; });
    if (!kept.value.empty()) battle.kept.push_back(std::move(kept));
}

Seat& seat_named(StoredBattle& battle, const std::string& name) { return *std::ranges::find(battle.seats, name, &Seat::seat); }

}  // namespace

std::optional<std::string> why_not(const StoredBattle& battle, const Step& step, std::int64_t head) {
    if (auto why = why_out_of_order(step, head)) return why;
    const auto unknown = [&](const std::string& name) { return std::ranges::find(battle.seats, name, &Seat::seat) == battle.seats.end(); };
    for (const auto& each : step.taken)
        if (unknown(each.seat)) return no_seat(each.seat);
    for (const auto& each : step.tokens)
        if (unknown(each.seat)) return no_seat(each.seat);
    return {};
}

void apply(StoredBattle& battle, Step step) {
    for (const Sealed& each : step.unseal) unseal(battle, each);
    for (Sealed& each : step.seal) {
        unseal(battle, each);
        battle.sealed.push_back(std::move(each));
    }
    std::ranges::sort(battle.sealed, {}, [](const Sealed& each) { return std::tie(each.seat, each.decision); });
    for (Kept& each : step.keep) keep(battle, each);
    std::ranges::sort(battle.kept, {}, [](const Kept& each) { return std::tie(each.seat, each.name); });
    if (step.wake_at) battle.wake_at = *step.wake_at;
    for (Step::Taken& each : step.taken) {
        Seat& seat = seat_named(battle, each.seat);
        seat.name = std::move(each.name);
        seat.taken = true;
    }
    for (Step::Token& each : step.tokens) seat_named(battle, each.seat).token_hash = std::move(each.hash);
    if (step.visibility) battle.header.visibility = std::move(*step.visibility);
    if (step.open) battle.open = *step.open;
    if (step.status) battle.status = *step.status;
    if (step.status == Status::over) {
        battle.outcome = std::move(step.outcome);
        battle.winner = step.winner;
        battle.finished_at = std::move(step.finished_at);
    }
    if (step.is_silent()) return;
    battle.steps.push_back({.first_seq = step.first_seq,
                            .last_seq = step.last_seq,
                            .events = std::move(step.events),
                            .inputs = std::move(step.inputs),
                            .answers = std::move(step.answers)});
}

std::int64_t head_of(const StoredBattle& battle) { return battle.steps.empty() ? 0 : battle.steps.back().last_seq; }

namespace {

// What a search by dates goes by.
const std::string& time_of(const StoredBattle& battle) { return battle.finished_at.empty() ? battle.header.created_at : battle.finished_at; }

bool is_of_time(const StoredBattle& battle, const Query& query) {
    return (query.from.empty() || time_of(battle) >= query.from) && (query.to.empty() || time_of(battle) < query.to);
}

bool ended_so(const StoredBattle& battle, const Query& query) { return !query.won || (battle.status == Status::over && battle.winner == query.won->seat); }

}  // namespace

bool matches(const StoredBattle& battle, const Query& query) {
    const auto named = [&](const Seat& seat) { return contains_ignoring_case(seat.name, query.player); };
    return battle.header.visibility == "public" && (!query.status || *query.status == battle.status) &&
           (query.ruleset.empty() || query.ruleset == battle.header.ruleset) && (query.player.empty() || std::ranges::any_of(battle.seats, named)) &&
           contains_ignoring_case(battle.header.title, query.text) && (!query.open || battle.open) &&
           (!query.ids || std::ranges::find(*query.ids, battle.header.id) != query.ids->end()) && ended_so(battle, query) && is_of_time(battle, query);
}

Summary summary_of(const StoredBattle& battle) {
    Summary summary{.number = battle.number,
                    .id = battle.header.id,
                    .ruleset = battle.header.ruleset,
                    .ruleset_version = battle.header.ruleset_version,
                    .title = battle.header.title,
                    .visibility = battle.header.visibility,
                    .status = battle.status,
                    .options = battle.header.options,
                    .created_at = battle.header.created_at,
                    .finished_at = battle.finished_at,
                    .outcome = battle.outcome,
                    .head = head_of(battle),
                    .seats = battle.seats,
                    .open = battle.open};
    for (Seat& each : summary.seats) each.token_hash.clear();
    return summary;
}

}  // namespace muster::storage
