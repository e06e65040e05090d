#include "protocol/narration/field_words.hpp"

#include "protocol/narration/text.hpp"
#include "protocol/narration/words.hpp"

namespace muster::narration {

namespace {

std::string number(const Json& data, std::string_view key) { return std::to_string(number_at(data, key)); }

Line turn_started(const Json& data) {
    return {Tone::heading, "Turn " + number(data, "turn") + ": north " + counted(number_at(data, "north_units"), "unit") + ", south " +
                               counted(number_at(data, "south_units"), "unit")};
}

Line initiative(const Json& data) {
    const auto bonus = text_at(data, "bonus");
    const auto total = [&](const char* seat) { return std::string(seat) + " " + number(data, seat) + (bonus == seat ? " with +1" : ""); };
    const auto first = text_at(data, "first");
    return {Tone::normal, "  Initiative: " + total("north") + ", " + total("south") +
                              (first.empty() ? ". A tie: rolled again." : ". " + capitalised(first) + " goes first.")};
}

Line moved(const Json& data) {
    const auto unit = text_at(data, "unit");
    const auto& path = value_at(data, "path");
    if (!path.is_array() || path.empty()) return {Tone::quiet, "  " + unit + " stays in place."};
    const auto& end = path.back();
    const auto place = end.is_array() && end.size() == 2 ? end[0].dump() + "," + end[1].dump() : end.dump();
    return {Tone::normal, "  " + unit + " moves to " + plain(place) + " (" + counted(number_at(data, "cost"), "step") + ")."};
}

/// "rolls 5 to hit (3+, twin -1), 6 to damage (4+): 2 damage".
std::string shot_text(const Json& shot) {
    if (flag_at(shot, "lost")) return "target already destroyed";
    std::vector<std::string> modifiers;
    if (const auto& list = value_at(shot, "modifiers"); list.is_array())
        for (const auto& each : list) {
            const auto value = number_at(each, "value");
            modifiers.push_back(worded(text_at(each, "line")) + (value > 0 ? " +" : " ") + std::to_string(value));
        }
    std::string text =
        "rolls " + number(shot, "roll") + " to hit (" + number(shot, "to_hit") + "+" + (modifiers.empty() ? "" : ", " + joined(modifiers, ", ")) + ")";
    if (!flag_at(shot, "hit")) return text + ": missed";
    text += ", " + number(shot, "damage_roll") + " to damage (" + number(shot, "to_damage") + "+)";
    if (!flag_at(shot, "damaged")) return text + ": hit, no damage";
    return text + ": " + number(shot, "power") + " damage" + (flag_at(shot, "destroyed") ? ", destroyed" : "");
}

std::vector<Line> fired(const Json& data) {
    const auto unit = text_at(data, "unit");
    const auto& shots = value_at(data, "shots");
    if (!shots.is_array() || shots.empty()) return {{Tone::quiet, "  " + unit + " holds its fire."}};
    std::vector<Line> out;
    for (const auto& shot : shots) {
        const auto from = text_at(shot, "redirected_from");
        const auto range = number_at(shot, "range");
        const Tone tone = flag_at(shot, "destroyed") ? Tone::attention : Tone::normal;
        out.push_back({tone, "  " + unit + " fires " + worded(text_at(shot, "name")) + " at " + text_at(shot, "target") +
                                 (from.empty() ? "" : " instead of " + from) + (range > 0 ? ", range " + std::to_string(range) : "") + ": " + shot_text(shot) +
                                 "."});
    }
    return out;
}

Line turn_ended(const Json& data) {
    return {Tone::quiet,
            "  Turn " + number(data, "turn") + " is over: north " + number(data, "north_points") + " points, south " + number(data, "south_points") + "."};
}

}  // namespace

std::optional<std::vector<Line>> field_event(std::string_view event, const Json& data) {
    using Lines = std::vector<Line>;
    if (event == "turn_started") return Lines{{}, turn_started(data)};
    if (event == "initiative_rolled") return Lines{initiative(data)};
    if (event == "moved") return Lines{moved(data)};
    if (event == "fired") return fired(data);
    if (event == "turn_ended") return Lines{turn_ended(data)};
    if (event == "rolled") {
        const auto purpose = text_at(data, "purpose");
        if (purpose == "initiative" || purpose == "to_hit" || purpose == "to_damage") return Lines{};
    }
    return {};
}

std::string field_choice_text(const Json& choice) {
    const auto unit = text_at(choice, "unit");
    if (const auto& path = value_at(choice, "path"); path.is_array())
        return unit + (path.empty() ? " stays in place" : " moves to " + plain(path.back().dump()));
    std::string out = unit;
    const auto& shots = value_at(choice, "shots");
    if (!shots.is_array() || shots.empty()) return out + " holds its fire";
    for (const auto& shot : shots) out += " " + std::to_string(number_at(shot, "weapon")) + ">" + text_at(shot, "target");
    return out;
}

}  // namespace muster::narration
