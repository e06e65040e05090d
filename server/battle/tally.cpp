#include "server/battle/tally.hpp"

#include <charconv>

#include "server/base/limits.hpp"

namespace muster::server {

namespace {

// The text of a field. In people's words quotation marks are escaped: they cannot look like one.
std::string_view text_of(std::string_view data, std::string_view field) {
    const auto key = "\"" + std::string(field) + "\":\"";
    const auto at = data.find(key);
    if (at == std::string_view::npos) return {};
    data.remove_prefix(at + key.size());
    return data.substr(0, data.find('"'));
}

std::int64_t decision_of(std::string_view data) {
    constexpr std::string_view key = "\"decision\":";
    std::int64_t out = 0;
    if (const auto at = data.find(key); at != std::string_view::npos) std::from_chars(data.data() + at + key.size(), data.data() + data.size(), out);
    return out;
}

// Not rate_limited, which asks for patience: this stays so.
Refusal enough(const std::string& sentence) { return {Code::illegal_choice, sentence}; }

}  // namespace

void Tally::count(const protocol::EventParts& event, std::span<const std::string> seats) {
    const auto& [at, name, data] = event;
    if (name == "said") {
        const auto seat = rules::seat_named(seats, text_of(data, "room") == "players" ? text_of(data, "seat") : std::string_view());
        ++(seat ? said_[*seat] : said_by_spectators_);
        if (seat && ended_) ++said_after_end_[*seat];
    } else if (name == "battle_ended") {
        ended_ = true;
    } else if (name == "decision_unsealed") {
        ++retracted_[decision_of(data)];
        if (const auto seat = rules::seat_named(seats, text_of(data, "seat"))) ++retracts_[*seat];
    } else if (name == "ladder_renewed") {
        if (const auto seat = rules::seat_named(seats, text_of(data, "seat"))) ++new_ladders_[*seat];
    } else if (name == "chosen") {
        if (!retracted_.empty()) retracted_.erase(decision_of(data));
    } else if (name == "seat_handed_over" || name == "draw_offered" || name == "rematch_wanted") {
        const auto seat = rules::seat_named(seats, text_of(data, "seat"));
        if (seat) ++(name == "draw_offered" ? draw_offers_ : name == "rematch_wanted" ? rematches_wanted_ : hand_overs_)[*seat];
    }
}

std::size_t Tally::counted(const std::map<rules::Seat, std::size_t>& counts, rules::Seat seat) {
    const auto found = counts.find(seat);
    return found == counts.end() ? 0 : found->second;
}

std::optional<Refusal> Tally::refuse_talk(std::optional<rules::Seat> seat) const {
    if (seat && counted(said_, *seat) >= limits::talk_per_seat_max) return enough("your seat has said all that it can in one battle");
    if (seat && counted(said_after_end_, *seat) >= limits::talk_after_end_max) return enough("your seat has said all that it can after a battle");
    if (!seat && said_by_spectators_ >= limits::talk_of_spectators_max) return enough("spectators have said all that they can in one battle");
    return {};
}

std::optional<Refusal> Tally::refuse_retract(rules::Seat seat, std::int64_t decision) const {
    if (counted(retracts_, seat) >= limits::retracts_per_seat_max) return enough("your seat has taken back too many choices in this battle; this one stands");
    const auto found = retracted_.find(decision);
    if (found == retracted_.end() || found->second < limits::retracts_per_decision_max) return {};
    return enough("you have taken this choice back too often; it stands now");
}

std::optional<Refusal> Tally::refuse_draw_offer(rules::Seat seat) const {
    if (counted(draw_offers_, seat) < limits::draw_offers_per_seat_max) return {};
    return enough("your seat has offered a draw often enough in this battle");
}

std::optional<Refusal> Tally::refuse_hand_over(rules::Seat seat) const {
    if (counted(hand_overs_, seat) < limits::hand_overs_per_seat_max) return {};
    return enough("this seat was handed over often enough in this battle");
}

std::optional<Refusal> Tally::refuse_new_ladder(rules::Seat seat) const {
    if (counted(new_ladders_, seat) < limits::new_ladders_per_seat_max) return {};
    return enough("your seat has changed its ladder often enough in this battle");
}

std::optional<Refusal> Tally::refuse_rematch(rules::Seat seat) const {
    if (counted(rematches_wanted_, seat) < limits::rematch_wants_per_seat_max) return {};
    return enough("your seat has asked for a rematch often enough");
}

}  // namespace muster::server
