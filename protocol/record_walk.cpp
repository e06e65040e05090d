#include "protocol/record_walk.hpp"

#include <algorithm>

#include "protocol/wrong.hpp"

namespace muster::protocol {

namespace {

std::string event_path(std::size_t index) { return "/events/" + std::to_string(index); }
std::string input_path(std::size_t index) { return "/inputs/" + std::to_string(index); }

}  // namespace

void RecordWalk::begin(Applied& out) {
    fold_.begin(out);
    next_event_ = out.events.size();
}

std::expected<RecordWalk::Step, Refusal> RecordWalk::next(Applied& out) {
    Step step{.event = next_event_, .input = next_input_};
    out.given_up = is_given_up(out.give_up);
    if (out.given_up) return step;
    std::optional<Refusal> refusal;
    if (input_is_next()) {
        refusal = enter(out);
    } else if (next_event_ >= record_.events.size()) {
        refusal = wrong("the record ends before this input has an event", input_path(next_input_));
    } else {
        const auto& event = record_.events[next_event_];
        const FlatJson data(event.data);
        step.note = fold_.is_note(event.event, data);
        if (step.note) refusal = note(event, data);
        else refusal = wrong("event " + std::to_string(event.seq) + " (" + event.event + ") does not follow from any input", event_path(next_event_));
    }
    if (refusal) return std::unexpected(std::move(*refusal));
    return step;
}

// An input stands before the event with its number, whether that follows from it or not.
bool RecordWalk::input_is_next() const { return next_input_ < record_.inputs.size() && record_.inputs[next_input_].seq == fold_.head() + 1; }

bool RecordWalk::goes_on_at_once() const {
    constexpr std::string_view announced[] = {"seat", "ready", "draw"};
    return record_.proof() == Proof::second && input_is_next() && std::ranges::find(announced, record_.inputs[next_input_].kind) != std::end(announced);
}

std::optional<Refusal> RecordWalk::check_end() const {
    if (fold_.phase() == Fold::Phase::over) return {};
    return wrong("the events end before the battle is over", "/events");
}

std::optional<Refusal> RecordWalk::note(const RecordEvent& event, const FlatJson& data) {
    const auto path = event_path(next_event_);
    if (fold_.phase() == Fold::Phase::over) return wrong("the battle is over before this event; a record must end with its battle", path);
    if (event.seq != fold_.head() + 1) return wrong("there is a gap in the event numbers", path + "/seq");
    if (event.event == "decision_sealed" || event.event == "decision_unsealed")
        if (auto refusal = seal(event)) return refusal;
    if (const auto refusal = fold_.take_note(event.event, data)) return wrong(refusal->message, path + "/data" + refusal->path);
    ++next_event_;
    return {};
}

// A seal must at least be of a decision that is open and asked of that seat.
std::optional<Refusal> RecordWalk::seal(const RecordEvent& event) {
    const bool well_formed = event.data.is_object() && event.data.contains("decision") && event.data["decision"].is_number_integer() &&
                             event.data.contains("seat") && event.data["seat"].is_string() && event.data.size() == 2;
    const auto* open = well_formed ? fold_.find_open(event.data["decision"].get<std::int64_t>()) : nullptr;
    const bool fits =
        open && open->sealed && !fold_.asks_shares() && fold_.seats()[static_cast<std::size_t>(open->ask.seat)] == event.data["seat"].get<std::string>();
    const bool sealing = event.event == "decision_sealed";
    if (!fits || sealed_.contains(open->id) == sealing || (!sealing && fold_.shares_dice()))  // no seal for all is taken back
        return wrong("no such decision could be " + std::string(sealing ? "sealed" : "unsealed") + " here", event_path(next_event_) + "/data");
    if (sealing) sealed_.insert(open->id);
    else sealed_.erase(open->id);
    return {};
}

std::optional<Refusal> RecordWalk::enter(Applied& out) {
    const bool chosen = record_.inputs[next_input_].decision != 0;
    const auto events = out.events.size();
    do {
        const auto path = input_path(next_input_);
        if (next_input_ == record_.inputs.size()) return wrong("a choice of this sealed step is missing", path);
        if (const auto refusal = fold_.enter(record_.inputs[next_input_], out)) {
            const bool beside = record_.proof() == Proof::first || refusal->path == "/standing" || refusal->path == "/signature";
            return wrong(refusal->message, path + (beside || refusal->path.empty() ? "" : "/input") + refusal->path);
        }
        ++next_input_;
    } while (fold_.awaits_sealed());
    if (chosen) sealed_.clear();
    next_event_ += out.events.size() - events;
    return {};
}

}  // namespace muster::protocol
