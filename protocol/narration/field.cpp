#include "protocol/narration/field.hpp"

#include <algorithm>

#include "protocol/narration/text.hpp"
#include "protocol/narration/words.hpp"

namespace muster::narration {

namespace {

constexpr long long side_max = 200;  // a record's map may be anything

Field::Place place_of(const Json& json) {
    if (!json.is_array() || json.size() < 2 || !json[0].is_number_integer() || !json[1].is_number_integer()) return {-side_max, -side_max};
    return {json[0].get<long long>(), json[1].get<long long>()};
}

std::vector<Field::Place> places_of(const Json& list) {
    std::vector<Field::Place> out;
    if (list.is_array())
        for (const auto& each : list) out.push_back(place_of(each));
    return out;
}

}  // namespace

Field::Field(const Json& setup) {
    for (const char* seat : {"north", "south"}) take_units(setup, seat);
    hex_ = text_at(setup, "grid") != "square";
    width_ = std::clamp(number_at(setup, "width", 21), 1LL, side_max);
    height_ = std::clamp(number_at(setup, "height", 21), 1LL, side_max);
    impassable_ = places_of(value_at(setup, "impassable"));
}

void Field::take_units(const Json& setup, const std::string& seat) {
    const auto& units = value_at(value_at(setup, seat), "units");
    if (!units.is_array()) return;
    for (const auto& each : units) units_.push_back({text_at(each, "id"), text_at(each, "profile"), seat, place_of(value_at(each, "at")), 0, false});
}

Field::Unit* Field::find(const std::string& id) {
    const auto found = std::ranges::find(units_, id, &Unit::id);
    return found == units_.end() ? nullptr : &*found;
}

void Field::apply(const Json& event) {
    const auto name = text_at(event, "event");
    const auto& data = value_at(event, "data");
    if (name == "moved") {
        const auto& path = value_at(data, "path");
        if (auto* unit = find(text_at(data, "unit")); unit && path.is_array() && !path.empty()) unit->at = place_of(path.back());
    }
    if (name == "fired")
        if (const auto& shots = value_at(data, "shots"); shots.is_array())
            for (const auto& each : shots) shot(each);
}

void Field::shot(const Json& shot) {
    auto* unit = find(text_at(shot, "target"));
    if (!unit || !flag_at(shot, "damaged")) return;
    unit->damage += number_at(shot, "power");
    unit->destroyed = flag_at(shot, "destroyed");
}

long long Field::column_of(Place place) const { return hex_ ? place[0] + (place[1] >> 1) : place[0]; }

/// Columns of the terminal for each cell: four, or three where the map would be too wide.
std::size_t Field::pitch() const { return static_cast<std::size_t>(width_) * 4 + 10 <= 80 ? 4 : 3; }

std::vector<Line> Field::lines(const Json& marked) const {
    std::vector<Line> out;
    if (empty()) return out;
    out.push_back({Tone::quiet, hex_ ? "   r  q from     (q goes up by one per cell)" : "   y  x from"});
    const auto places = places_of(marked);
    for (long long row = 0; row < height_; ++row) out.push_back(row_of(row, places));
    return out;
}

Line Field::row_of(long long row, const std::vector<Place>& marked) const {
    const auto wide = static_cast<std::size_t>(width_);
    std::vector<std::string> cells(wide, ".");
    std::vector<Tone> tones(wide, Tone::quiet);
    const auto put = [&](Place at, std::string text, Tone tone) {
        const auto column = column_of(at);
        if (at[1] != row || column < 0 || column >= width_) return;
        cells[static_cast<std::size_t>(column)] = std::move(text);
        tones[static_cast<std::size_t>(column)] = tone;
    };
    for (const auto& each : impassable_) put(each, "##", Tone::normal);
    for (const auto& each : marked) put(each, "+", Tone::good);
    for (const auto& unit : units_)
        if (!unit.destroyed) put(unit.at, shortened(unit.id, pitch() - 1), unit.seat == "north" ? Tone::attention : Tone::chat);

    const auto right = [](std::string text, std::size_t columns) { return std::string(columns - std::min(columns, text.size()), ' ') + text; };
    Line line{Tone::normal, right(std::to_string(row), 4) + right(std::to_string(hex_ ? -(row >> 1) : 0), 5) + "  "};
    if (hex_ && row % 2 == 1) line.text += std::string(pitch() / 2, ' ');
    for (std::size_t column = 0; column < wide; ++column) {
        line.spans.push_back({line.text.size(), cells[column].size(), tones[column]});
        line.text += column + 1 < wide ? padded(cells[column], pitch()) : cells[column];
    }
    return line;
}

std::vector<Line> Field::roll() const {
    std::vector<Line> out;
    for (const auto& unit : units_) {
        auto text = "    " + unit.id + "  " + worded(unit.profile);
        if (unit.destroyed) text += ", destroyed";
        else
            text += " at " + std::to_string(unit.at[0]) + "," + std::to_string(unit.at[1]) +
                    (unit.damage > 0 ? ", " + std::to_string(unit.damage) + " damage" : "");
        out.push_back({unit.destroyed ? Tone::quiet : unit.seat == "north" ? Tone::attention : Tone::chat, std::move(text)});
    }
    return out;
}

}  // namespace muster::narration
