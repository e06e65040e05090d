// Notes of a store or a record: events that follow from no input. Most are taken as they stand; some announce an input that comes when all have
// said so, and those are checked as what a seat sends is.
#include <algorithm>

#include "protocol/fold.hpp"
#include "protocol/fold_events.hpp"
#include "protocol/wrong.hpp"

namespace muster::protocol {

namespace {

bool announces(std::string_view event) { return event == "seat_taken" || event == "draw_offered" || event == "draw_answered"; }

bool announces_ready(JsonView data) {
    const auto kind = data.is_object() ? data.find("kind") : std::nullopt;
    const auto choice = kind && kind->is_string() && kind->text() == "ready" ? data.find("choice") : std::nullopt;
    const auto ready = choice && choice->is_object() ? choice->find("ready") : std::nullopt;
    return ready && ready->kind() == JsonView::Kind::boolean && ready->boolean();
}

}  // namespace

bool Fold::may_be_note(std::string_view event) const {
    if (event == "said" || event == "seat_handed_over" || event == "decision_sealed" || event == "decision_unsealed" || event == "clock_credited") return true;
    if (origin_.proof() == Proof::first) return false;
    return announces(event) || (event == "chosen" && origin_.fold.confirm);
}

bool Fold::is_note(std::string_view event, JsonView data) const { return may_be_note(event) && (event != "chosen" || announces_ready(data)); }

std::string_view Fold::due() const {
    if (origin_.proof() == Proof::first) return {};
    if (phase_ == Phase::waiting && awaits_ladder_of_witness()) return "witness";
    if (phase_ == Phase::waiting && std::ranges::find(taken_, false) == taken_.end()) return "seat";
    if (phase_ == Phase::confirming && open_.empty()) return "ready";
    return draw_agreed() ? "draw" : "";
}

std::optional<Refusal> Fold::take_note(std::string_view event, JsonView data) {
    std::optional<Refusal> refusal;
    if (const auto kind = due(); !kind.empty()) refusal = wrong("an input of kind " + std::string(kind) + " comes before this event");
    else if (event == "chosen") refusal = take_ready(data);
    else if (announces(event)) refusal = take_announcement(event, data);
    if (!refusal) ++head_;
    return refusal;
}

std::optional<Refusal> Fold::take_announcement(std::string_view event, JsonView data) {
    const auto read = read_fields<SeatData>(data, Code::bad_message);
    if (!read) return read.error();
    const auto seat = rules::seat_named(seats(), read->seat);
    if (!seat) return wrong("there is no seat \"" + read->seat + "\"", "/seat");
    SeatData expected{.seat = read->seat};
    if (event == "seat_taken") {
        if (auto refusal = check_take_seat(*seat)) return refusal;
        if (auto refusal = check_ladder(read->ladder)) return refusal;
        expected.ladder = read->ladder;
        expected.name = read->name;
        expected.nonce = read->nonce;
        if (auto refusal = check_key(read->key)) return refusal;
        expected.key = read->key;
    } else if (event == "draw_offered") {
        if (auto refusal = check_offer_draw(*seat)) return refusal;
    } else {
        if (!read->accept) return wrong("\"accept\" is missing", "/accept");
        if (auto refusal = check_answer_draw(*seat)) return refusal;
        expected.accept = read->accept;
    }
    if (to_json_value(expected) != data.json()) return wrong("this is not all that belongs here, or more");
    if (event == "seat_taken") sit_down(*seat, {read->name, read->nonce, read->ladder, read->key});
    else if (event == "draw_offered") open_draw(*seat);
    else answer_open_draw(*seat, *read->accept);
    return {};
}

std::optional<Refusal> Fold::take_ready(JsonView data) {
    const auto decision = data.find("decision");
    const auto* open = decision && decision->is_integer() ? find_open(decision->integer()) : nullptr;
    if (phase_ != Phase::confirming || !open) return wrong("nobody is asked this at this moment", "/decision");
    if (data.json() != Json::parse(ready_event(*open, true).data)) return wrong("this is not what the seat was asked");
    const auto id = open->id;
    std::erase_if(open_, [&](const OpenDecision& each) { return each.id == id; });
    return {};
}

}  // namespace muster::protocol
