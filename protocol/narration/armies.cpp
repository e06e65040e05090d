#include "protocol/narration/armies.hpp"

#include <algorithm>

#include "protocol/narration/text.hpp"
#include "protocol/narration/words.hpp"
#include "rules/civilization/roster.hpp"

namespace muster::narration {

namespace {

constexpr const char* population_tokens = "population_tokens";
constexpr const char* army_tokens = "army_tokens";

// Setups may say "spearmen" for swordsmen, unless they have spearmen of their own; events never do.
std::string unit_meant(const std::string& unit, const Json& roster) {
    const bool own = roster.is_array() && std::ranges::any_of(roster, [&](const Json& entry) { return text_at(entry, "unit") == unit; });
    return own ? unit : std::string(rules::civilization::resolved(unit));
}

}  // namespace

Armies::Armies(const Json& setup) {
    if (!setup.is_object()) return;
    const bool of_tokens = setup.contains("population_limit") || setup.contains("city");
    for (const auto& [key, value] : setup.items()) {
        if (of_tokens && (key == "attacker" || key == "defender")) sides_.push_back({key, tokens(value)});
        if (!value_at(value, "army").is_array()) continue;
        Side side{plain(key), {}};
        for (const auto* sort : {"army", "aircraft"}) add(side, value_at(value, sort), value_at(setup, "roster"), std::string_view(sort) == "aircraft");
        sides_.push_back(std::move(side));
    }
}

void Armies::add(Side& side, const Json& entries, const Json& roster, bool aircraft) {
    if (!entries.is_array()) return;
    for (const auto& entry : entries) {
        const auto unit = unit_meant(text_at(entry, "unit"), roster);
        const bool enhanced = flag_at(entry, "enhanced");
        const auto count = number_at(entry, "count");
        auto found = std::ranges::find_if(side.troops, [&](const Troop& each) { return each.unit == unit && each.enhanced == enhanced; });
        if (found == side.troops.end()) found = side.troops.insert(found, Troop{unit, enhanced, aircraft, 0, 0});
        found->left += count;
        found->at_first += count;
    }
}

// Of the ruleset armies: a line for each sort of tokens, also when there are none (a city may become some).
std::vector<Armies::Troop> Armies::tokens(const Json& side) {
    const auto population = number_at(side, "population");
    const auto armies = number_at(side, "armies");
    return {{population_tokens, false, false, population, population}, {army_tokens, false, false, armies, armies}};
}

void Armies::assault(const Json& data) {
    for (auto& side : sides_)
        for (auto& troop : side.troops) {
            if (side.seat == "attacker" && !flag_at(data, "falls")) troop.left = 0;
            if (side.seat == "defender" && troop.unit == population_tokens) {
                troop.left += number_at(data, "placed");
                troop.at_first += number_at(data, "placed");
            }
        }
}

void Armies::apply(const Json& event) {
    const auto& data = value_at(event, "data");
    const auto seat = text_at(data, "seat");
    const auto name = text_at(event, "event");
    if (name == "city_assaulted") assault(data);
    if (name == "removed") lose(seat, Json::array({{{"unit", text_at(data, "token") == "army" ? army_tokens : population_tokens}, {"count", 1}}}));
    for (const auto* key : {"lost", "aircraft_lost"}) lose(seat, value_at(data, key));
}

void Armies::lose(const std::string& seat, const Json& lost) {
    const auto side = std::ranges::find(sides_, seat, &Side::seat);
    if (side == sides_.end() || !lost.is_array()) return;
    for (const auto& entry : lost)
        for (auto& troop : side->troops)
            if (troop.unit == text_at(entry, "unit") && troop.enhanced == flag_at(entry, "enhanced"))
                troop.left = std::max(0LL, troop.left - number_at(entry, "count"));
}

std::vector<std::string> Armies::seats() const {
    std::vector<std::string> out;
    out.reserve(sides_.size());
    for (const auto& side : sides_) out.push_back(side.seat);
    return out;
}

std::vector<std::string> Armies::column(const Side& side) {
    std::vector<std::string> out;
    long long total = 0;
    std::size_t digits = 1;
    for (const auto& troop : side.troops) digits = std::max(digits, std::to_string(troop.at_first).size());
    for (const auto& troop : side.troops) {
        const auto count = std::to_string(troop.left);
        const auto of = troop.left == troop.at_first ? "" : "of " + std::to_string(troop.at_first) + " ";
        auto& line = out.emplace_back(digits - count.size(), ' ');
        line.append(count).append(" ").append(of).append(troop.enhanced ? "enhanced " : "");
        line.append(troop.at_first == 1 ? singular(troop.unit) : worded(troop.unit));
        if (!troop.aircraft) total += troop.left;
    }
    out.push_back("= " + counted(total, "unit"));
    return out;
}

std::vector<std::string> Armies::rows(const std::vector<std::string>& titles) const {
    std::vector<std::vector<std::string>> cells(1);
    for (std::size_t i = 0; i < sides_.size(); ++i) {
        cells[0].push_back(i < titles.size() ? titles[i] : sides_[i].seat);
        const auto rows = column(sides_[i]);
        if (cells.size() < rows.size() + 1) cells.resize(rows.size() + 1);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            cells[row + 1].resize(i);
            cells[row + 1].push_back(rows[row]);
        }
    }
    for (auto& row : cells)
        for (std::size_t i = 0; i + 1 < row.size(); ++i) row[i] = padded(row[i], 24);
    return table(cells, 4);
}

}  // namespace muster::narration
