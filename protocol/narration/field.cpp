#include "protocol/narration/field.hpp"

#include <algorithm>

#include "protocol/narration/text.hpp"
#include "protocol/narration/words.hpp"
#include "rules/describe/place.hpp"

namespace muster::narration {

namespace {

using rules::describe::at_place;
using rules::describe::number_at_place;
using rules::describe::Side;
using rules::describe::text_at_place;

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

constexpr long long tenths = 10;  // of a DU
constexpr std::size_t corners_max = 1000;

long long floored(long long place) { return place < 0 ? -1 : place / tenths; }

/// Whether a point has an odd number of edges to its right.
bool within(const std::vector<Field::Place>& corners, Field::Place point) {
    bool inside = false;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const auto a = corners[i];
        const auto b = corners[(i + 1) % corners.size()];
        if ((a[1] > point[1]) == (b[1] > point[1])) continue;
        const auto side = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
        if ((side > 0) == (b[1] > a[1])) inside = !inside;
    }
    return inside;
}

constexpr std::size_t letters = 26;  // that can stand for terrain

/// The first letter of the word that no other terrain has, or `?`. Ids of units are small letters.
char letter_of(std::string_view word, std::string_view taken) {
    for (const char letter : word)
        if (letter >= 'a' && letter <= 'z' && !taken.contains(static_cast<char>(letter - 'a' + 'A'))) return static_cast<char>(letter - 'a' + 'A');
    return '?';
}

// Each side's units have the same colour wherever they are shown.
Tone tone_of(Field::Sides sides, const Side& side) { return &side == sides.data() ? Tone::attention : Tone::chat; }

}  // namespace

Field::Field(const rules::describe::BoardDescription& board, const Json& setup)
    : free_(text_at_place(setup, board.grid) == "free"),
      hex_(!free_ && text_at_place(setup, board.grid) != "square"),
      width_(std::clamp(number_at_place(setup, board.width, board.side), 1LL, side_max)),
      height_(std::clamp(number_at_place(setup, board.height, board.side), 1LL, side_max)),
      blocked_(places_of(at_place(setup, board.blocked))) {
    if (free_ && !board.polygons.empty()) blocked_ = covered(at_place(setup, board.polygons));
    if (!board.terrain.empty()) lay_terrain(at_place(setup, board.terrain));
}

/// The squares of 1 DU whose middles lie within polygons.
std::vector<Field::Place> Field::covered(const Json& polygons) const {
    std::vector<Place> out;
    if (!polygons.is_array()) return out;
    std::size_t most = corners_max;
    for (const auto& polygon : polygons) {
        auto corners = places_of(polygon);
        if (corners.size() > most) break;
        most -= corners.size();
        for (auto& corner : corners)
            for (auto& number : corner) number = std::clamp(number, -side_max * tenths, 2 * side_max * tenths);
        for (long long y = 0; y < height_; ++y)
            for (long long x = 0; x < width_; ++x)
                if (within(corners, {x * tenths + tenths / 2, y * tenths + tenths / 2})) out.push_back({x, y});
    }
    return out;
}

Field::Place Field::square_of(Place place) const { return free_ ? Place{floored(place[0]), floored(place[1])} : place; }

void Field::lay_terrain(const Json& kinds) {
    std::string taken;
    if (!kinds.is_array()) return;
    for (const auto& kind : kinds) {
        if (terrains_.size() == letters) return;
        const auto word = text_at_place(kind, "/terrain");
        const auto name = text_at_place(kind, "/name");
        taken += letter_of(word, taken);
        terrains_.push_back({taken.back(), name.empty() ? worded(word) : plain(name), places_of(at_place(kind, "/cells"))});
    }
}

long long Field::column_of(Place place) const { return hex_ ? place[0] + (place[1] >> 1) : place[0]; }

/// Columns of the terminal for each cell: four, or three where the map would be too wide.
std::size_t Field::pitch() const { return static_cast<std::size_t>(width_) * 4 + 10 <= 80 ? 4 : 3; }

std::vector<Line> Field::lines(Sides sides, const Json& marked) const {
    std::vector<Line> out;
    out.push_back({Tone::quiet, hex_    ? "   r  q from     (q goes up by one per cell)"
                                : free_ ? "   y  x from     (in tenths; 10 to each mark)"
                                        : "   y  x from"});
    auto places = places_of(marked);
    for (auto& place : places) place = square_of(place);
    for (long long row = 0; row < height_; ++row) out.push_back(row_of(row, sides, places));
    std::string legend;
    for (const auto& terrain : terrains_) legend += (legend.empty() ? "   " : ", ") + std::string(1, terrain.letter) + " " + terrain.name;
    if (!legend.empty()) out.push_back({Tone::quiet, std::move(legend)});
    return out;
}

Line Field::row_of(long long row, Sides sides, const std::vector<Place>& marked) const {
    const auto wide = static_cast<std::size_t>(width_);
    std::vector<std::string> cells(wide, ".");
    std::vector<Tone> tones(wide, Tone::quiet);
    const auto put = [&](Place at, std::string text, Tone tone) {
        const auto column = column_of(at);
        if (at[1] != row || column < 0 || column >= width_) return;
        cells[static_cast<std::size_t>(column)] = std::move(text);
        tones[static_cast<std::size_t>(column)] = tone;
    };
    for (const auto& terrain : terrains_)
        for (const auto& each : terrain.cells) put(each, std::string(1, terrain.letter), Tone::normal);
    for (const auto& each : blocked_) put(each, "##", Tone::normal);
    for (const auto& each : marked) put(each, "+", Tone::good);
    for (const auto& side : sides)
        for (const auto& unit : side.board)
            if (!unit.destroyed) put(square_of(place_of(unit.at)), shortened(plain(unit.id), pitch() - 1), tone_of(sides, side));

    const auto right = [](std::string text, std::size_t columns) { return std::string(columns - std::min(columns, text.size()), ' ') + text; };
    Line line{Tone::normal, right(std::to_string(free_ ? row * tenths : row), 4) + right(std::to_string(hex_ ? -(row >> 1) : 0), 5) + "  "};
    if (hex_ && row % 2 == 1) line.text += std::string(pitch() / 2, ' ');
    for (std::size_t column = 0; column < wide; ++column) {
        line.spans.push_back({line.text.size(), cells[column].size(), tones[column]});
        line.text += column + 1 < wide ? padded(cells[column], pitch()) : cells[column];
    }
    return line;
}

std::vector<Line> unit_lines(Field::Sides sides) {
    std::vector<Line> out;
    for (const auto& side : sides)
        for (const auto& unit : side.board) {
            auto text = "    " + plain(unit.id) + "  " + worded(unit.profile);
            const auto at = place_of(unit.at);
            if (unit.destroyed) text += ", destroyed";
            else text += " at " + std::to_string(at[0]) + "," + std::to_string(at[1]) + (unit.damage > 0 ? ", " + std::to_string(unit.damage) + " damage" : "");
            out.push_back({unit.destroyed ? Tone::quiet : tone_of(sides, side), std::move(text)});
        }
    return out;
}

}  // namespace muster::narration
