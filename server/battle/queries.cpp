#include "server/battle/queries.hpp"

#include <algorithm>

#include "protocol/ids.hpp"
#include "server/base/limits.hpp"
#include "server/battle/status.hpp"

namespace muster::server {

std::string BattleQueries::requests(rules::Viewer viewer) const {
    std::string out;
    for (const auto& open : state_.fold().open()) {
        if (!viewer.seat || !open.asks(*viewer.seat)) continue;
        const auto request = state_.request(open, *viewer.seat);
        out.append(out.empty() ? "" : ",").append((*request)[0].text);
    }
    return out;
}

std::expected<std::string, Refusal> BattleQueries::events(const EventsQuestion& question) const {
    const auto offered = state_.offered_seat_of(question.token);
    const auto viewer = offered ? rules::Viewer::spectator() : state_.viewer_for(question.token);  // what its holder says and plans is not the heir's yet
    if (!viewer) return std::unexpected(viewer.error());
    const auto head = history_.head();
    if (question.since > head) return std::unexpected(question.unspoiled ? beyond_unspoiled_head(question.since) : beyond_head(head));
    const auto& battle = state_.header().id;
    std::string events;
    auto at = question.since;
    while (at < head && (question.limit == 0 || at - question.since < question.limit) && events.size() < limits::events_page_bytes) {
        ++at;
        if (!events.empty()) events += ',';
        events += protocol::event_text(battle, history_.body(at, *viewer));
    }
    const auto next = at < head ? std::optional(at) : std::nullopt;
    if (question.unspoiled) return events_answer(battle, question.generation, at, events, {}, next);  // as if the battle had come no further
    const auto seat = offered ? offered : viewer->seat;
    const auto name = seat ? std::string_view(state_.seat_id(*seat)) : std::string_view();
    const auto& fold = state_.fold();
    const bool is_waiting = fold.phase() == protocol::Fold::Phase::waiting;
    const bool takes_keys = (is_waiting || (offered && fold.shares_dice())) && fold.origin().proof() == protocol::Proof::second;
    return events_answer(battle, question.generation, head, events, next ? std::string() : requests(*viewer), next, name, takes_keys);
}

// The record ends with the battle: talk that comes after it is not part of it, so a finished record never changes.
RecordCursor BattleQueries::record_from_the_beginning(const protocol::RecordHead& head) const {
    RecordCursor out;
    out.inputs = history_.inputs().size();
    out.events = static_cast<std::size_t>(state_.over() ? state_.ended_at() : history_.head());
    out.closing = protocol::record_closing(head);
    out.bytes = protocol::record_opening(head).size() + protocol::record_between.size() + out.closing.size();
    for (const auto& input : history_.inputs()) out.bytes += input.size() + 2;
    for (std::size_t i = 0; i < out.events; ++i) out.bytes += history_.body(static_cast<std::int64_t>(i) + 1, rules::Viewer::spectator()).size() + 2;
    out.bytes -= (out.inputs > 0 ? 1 : 0) + (out.events > 0 ? 1 : 0);  // the first of a list has no comma before it
    return out;
}

std::string BattleQueries::record_piece(const RecordCursor& cursor, std::string_view opening) const {
    auto at = cursor.at;
    if (at == 0) return std::string(opening);
    if (--at < cursor.inputs) return (at == 0 ? "\n" : ",\n") + history_.inputs()[at];
    if (at == cursor.inputs) return std::string(protocol::record_between);
    at -= cursor.inputs + 1;
    if (at < cursor.events) return (at == 0 ? "\n" : ",\n") + history_.body(static_cast<std::int64_t>(at) + 1, rules::Viewer::spectator());
    return cursor.closing;
}

std::string BattleQueries::version(std::size_t events) const {
    return protocol::to_hex(protocol::bytes_of(state_.fold().chain().head())).substr(0, 32) + "-" + std::to_string(events);
}

std::expected<RecordSlice, Refusal> BattleQueries::record(const std::string& token, RecordCursor cursor) const {
    if (const auto viewer = state_.viewer_for(token); !viewer) return std::unexpected(viewer.error());
    RecordSlice slice{.text = {}, .next = std::move(cursor)};
    auto& next = slice.next;
    std::string opening;
    if (next.at == 0) {
        slice.head = std::make_shared<const protocol::RecordHead>(
            protocol::record_head(state_.fold(), state_.signed_head(), state_.header().created_at, state_.finished_at()));
        next = record_from_the_beginning(*slice.head);
        opening = protocol::record_opening(*slice.head);
    }
    slice.over = state_.over();
    slice.open_to_all = state_.header().visibility != "private";
    slice.version = version(next.events);
    const auto pieces = next.inputs + next.events + 3;
    while (next.at < pieces && slice.text.size() < limits::record_slice_bytes) {
        const auto piece = record_piece(next, opening);
        if (next.before_event()) {
            if (slice.events_size == 0) slice.events_at = slice.text.size();
            slice.events_size += piece.size();
        }
        slice.text += piece;
        ++next.at;
    }
    slice.last = next.at == pieces;
    return slice;
}

std::expected<Standing, Refusal> BattleQueries::standing(const std::string& token, rules::Policy policy) const {
    if (const auto viewer = state_.viewer_for(token); !viewer) return std::unexpected(viewer.error());
    return Standing{history_.head(), state_.fold().seats(), odds_subject_of(state_.fold(), policy)};
}

std::expected<Past, Refusal> BattleQueries::past(const std::string& token) const {
    if (const auto viewer = state_.viewer_for(token); !viewer) return std::unexpected(viewer.error());
    std::size_t bytes = 0;
    for (const auto& input : history_.inputs()) bytes += input.size();
    if (bytes > limits::odds_past_bytes_max) return refuse(Code::too_large, "this battle is too long for odds of a moment of it");
    return Past{history_.head(), state_.fold().seats(), state_.fold().origin(), history_.inputs()};
}

std::expected<Glance, Refusal> BattleQueries::glance() const {
    const auto& fold = state_.fold();
    if (!is_told(visibility_named(state_.header().visibility), visibility_wanted(fold.origin().options))) return std::unexpected(unknown_battle());
    Glance out{.version = version(static_cast<std::size_t>(history_.head())),
               .ruleset = fold.origin().ruleset->id(),
               .title = fold.origin().title,
               .setup = fold.origin().setup,
               .status = status_of(status_of(fold.phase())),
               .facts = fold.battle().facts(),
               .outcome = fold.outcome(),
               .is_contest = fold.origin().ruleset->is_contest()};
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(fold.seats().size()); ++seat) {
        const auto waits = [&](const protocol::OpenDecision& open) { return open.asks(seat) && !state_.sealed(seat) && !fold.has_left(seat); };
        out.seats.push_back({state_.seat_id(seat), fold.seat_taken(seat) ? state_.player_name(seat) : "", std::ranges::any_of(fold.open(), waits)});
    }
    return out;
}

}  // namespace muster::server
