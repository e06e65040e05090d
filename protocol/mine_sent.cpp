#include "protocol/mine_sent.hpp"

#include <algorithm>

namespace muster::protocol {

namespace {

/// Pieces by what they are: those of which there are none fall away, those named twice are counted together.
std::vector<Json> counted(const Json& list) {
    std::vector<Json> out;
    for (const auto& each : list) {
        const auto count = each.find("count");
        if (count == each.end() || !count->is_number_integer()) {
            out.push_back(each);
            continue;
        }
        if (*count == 0) continue;
        const auto same = [&](const Json& other) {
            Json a = each;
            a["count"] = other.value("count", Json());
            return a == other;
        };
        const auto found = std::ranges::find_if(out, same);
        if (found == out.end()) out.push_back(each);
        else (*found)["count"] = (*found)["count"].get<std::int64_t>() + count->get<std::int64_t>();
    }
    return out;
}

bool all_objects(const Json& list) {
    return std::ranges::all_of(list, [](const Json& each) { return each.is_object(); });
}

bool lists_say_the_same(const Json& sent, const Json& canonical) {
    if (!all_objects(sent) || !all_objects(canonical)) return sent == canonical;
    auto ours = counted(sent);
    const auto theirs = counted(canonical);
    if (ours.size() != theirs.size()) return false;
    for (const auto& each : theirs) {
        const auto found = std::ranges::find_if(ours, [&](const Json& own) { return says_the_same(own, each); });
        if (found == ours.end()) return false;
        ours.erase(found);
    }
    return true;
}

}  // namespace

bool says_the_same(const Json& sent, const Json& canonical) {
    if (sent.is_array() && canonical.is_array()) return lists_say_the_same(sent, canonical);
    if (!sent.is_object() || !canonical.is_object()) return sent == canonical;
    for (const auto& [key, value] : sent.items())
        if (const auto found = canonical.find(key); found != canonical.end() && !says_the_same(value, *found)) return false;
    return true;
}

bool has_sent(const KeptSeat& kept, std::string_view kind) { return std::ranges::find(kept.sent, kind, &SentInput::kind) != kept.sent.end(); }

std::vector<const SentInput*> sent_for(const KeptSeat& kept, const Input& input) {
    std::vector<const SentInput*> out;
    for (const auto& each : kept.sent)
        if (each.decision == input.decision && each.kind == input.kind) out.push_back(&each);
    return out;
}

bool may_be_elsewhere(const KeptSeat& kept, const Input& input, bool others) { return others || !kept.since || input.decision <= *kept.since; }

bool is_seal(const Input& input) {
    const JsonView choice = input.choice;
    return choice.is_object() && choice.find("seal");
}

namespace {

std::optional<OtherThanSent> other_choice(const KeptSeat& kept, const Input& input, bool others) {
    const Json recorded = JsonView(input.choice).json();
    const SentInput* other = nullptr;
    for (const auto* each : sent_for(kept, input)) {
        if (each->choice == "default" || says_the_same(each->choice, recorded)) return {};
        if (each->accepted || !other) other = each;
    }
    const bool elsewhere = input.timed_out || input.left || (input.standing && has_sent(kept, "order"));
    if (other && (other->accepted || !elsewhere)) return OtherThanSent{other};
    if (elsewhere || may_be_elsewhere(kept, input, others)) return {};
    return OtherThanSent{};
}

}  // namespace

std::optional<OtherThanSent> other_than_sent(const KeptSeat& kept, const Input& input, bool others) {
    const bool bears_name = input.seat == kept.seat;
    if (input.decision != 0) return bears_name ? other_choice(kept, input, others) : std::nullopt;
    if (!kept.since || others) return {};
    const bool ends = ((input.kind == "concede" || input.kind == "claim") && bears_name) || input.kind == "draw";
    const bool readies = *kept.since == 0 && ((input.kind == "decline" && bears_name) || input.kind == "ready");
    if ((ends && !has_sent(kept, input.kind)) || (readies && !has_sent(kept, "ready"))) return OtherThanSent{};
    return {};
}

std::optional<Ladder> ladder_with_foot(const KeptSeat& kept, const Hash& start, const std::string& foot) {
    for (const auto& each : kept.ladders) {
        const auto secret = hash_from_hex(each);
        if (!secret) continue;
        Ladder ladder(start, kept.seat, *secret);
        if (to_hex(bytes_of(ladder.foot())) == foot) return ladder;
    }
    return {};
}

}  // namespace muster::protocol
