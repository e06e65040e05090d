#include "protocol/proof/by_word.hpp"

#include <algorithm>
#include <array>

#include "protocol/proof/difference.hpp"
#include "protocol/proof/shared_dice.hpp"
#include "protocol/shares.hpp"

namespace muster::protocol::proof {

namespace {

int open_step(const Record& record) {
    for (auto event = record.events.rbegin(); event != record.events.rend(); ++event) {
        if (event->event != "forfeited" && event->event != "closed") continue;
        const auto* step = find_field(event->data, "step");
        return step && step->is_number_integer() ? step->get<int>() : 0;
    }
    return 0;
}

/// The seats' next step is after all that are in; a witness beside them is asked only once they have given theirs of as many steps, at least.
bool is_due_of_seats(const Record& record, int step) {
    constexpr int seats = 2;
    return shares_dice(record.options) && step > std::ranges::count(record.inputs, share_kind, &Input::kind) / seats;
}

}  // namespace

std::optional<ByWord> by_word(const Record& record) {
    constexpr std::array<std::string_view, 3> endings{"forfeit", "claim", "close"};
    ByWord out{.timed_out = std::ranges::count_if(record.inputs, [](const Input& each) { return each.timed_out && each.kind != "forfeit"; })};
    if (!record.inputs.empty() && std::ranges::find(endings, record.inputs.back().kind) != endings.end()) out.ended = record.inputs.back().kind;
    if (out.timed_out == 0 && out.ended.empty()) return {};
    out.step = open_step(record);
    if (out.step > 0) out.due = is_due_of_seats(record, out.step) ? "seats" : "witness";
    return out;
}

}  // namespace muster::protocol::proof
