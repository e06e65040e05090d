#include "clients/cli/field_prompt.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "clients/cli/narration.hpp"
#include "rules/refusal.hpp"

namespace muster::cli {

namespace {

using Place = std::array<long long, 2>;

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> out;
    while (!line.empty()) {
        const auto end = std::min(line.find_first_of(" \t"), line.size());
        if (end > 0) out.emplace_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return out;
}

/// What is offered to the unit that `word` names.
std::expected<Json, std::string> unit_named(const Json& units, const std::string& word) {
    std::vector<std::string> known;
    for (const auto& each : units) {
        if (text_at(each, "unit") == word) return each;
        known.push_back(text_at(each, "unit"));
    }
    return std::unexpected("\"" + plain(word) + "\" is not a unit that can still act" + did_you_mean(word, known));
}

std::optional<Place> read_place(std::string_view word) {
    Place out{};
    const char* const begin = word.data();
    const char* const end = begin + word.size();
    const auto first = std::from_chars(begin, end, out[0]);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',') return {};
    const auto second = std::from_chars(first.ptr + 1, end, out[1]);
    if (second.ec != std::errc() || second.ptr != end) return {};
    return out;
}

std::string text_of(Place place) { return std::to_string(place[0]) + "," + std::to_string(place[1]); }

bool is_cell(const Json& json) {
    return json.is_array() && json.size() == 3 && std::ranges::all_of(json, [](const Json& n) { return n.is_number_integer(); });
}

std::string target_text(const Json& target) {
    if (!target.contains("range")) return plain(text_at(target, "target"));
    return text_at(target, "target") + " (range " + std::to_string(number_at(target, "range")) + ", hit " + std::to_string(number_at(target, "to_hit")) +
           "+, damage " + std::to_string(number_at(target, "to_damage")) + "+)";
}

bool can_fire_at(const Json& weapon, const std::string& target) {
    const auto& targets = value_at(weapon, "targets");
    return targets.is_array() && std::ranges::any_of(targets, [&](const Json& each) { return text_at(each, "target") == target; });
}

/// One "0>s2" as a shot.
std::expected<Json, std::string> read_shot(const Json& unit, const std::string& word) {
    const auto id = text_at(unit, "unit");
    const auto arrow = word.find('>');
    const std::string target = word.substr(arrow + 1);
    for (const auto& weapon : value_at(unit, "weapons"))
        if (std::to_string(number_at(weapon, "weapon")) == word.substr(0, arrow)) {
            if (!can_fire_at(weapon, target)) return std::unexpected(id + " cannot fire weapon " + word.substr(0, arrow) + " at \"" + plain(target) + "\"");
            return Json{{"weapon", weapon.at("weapon")}, {"target", target}};
        }
    return std::unexpected(id + " has no target for weapon \"" + plain(word.substr(0, arrow)) + "\"");
}

}  // namespace

std::vector<std::string> move_rows(const Json& units, bool free) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& unit : units) {
        const auto& at = value_at(unit, "at");
        const auto place = at.is_array() && at.size() == 2 ? at[0].dump() + "," + at[1].dump() : "";
        const auto allowance = "moves " + std::to_string(number_at(unit, "move_allowance"));
        if (free) rows.push_back({text_at(unit, "unit"), "at " + place, allowance + " tenths of a DU"});
        else
            rows.push_back(
                {text_at(unit, "unit"), "at " + place, allowance, counted(static_cast<long long>(value_at(unit, "cells").size()), "cell") + " to go to"});
    }
    return table(rows, 4);
}

Json units_that_fire(const Json& units, const Json& enemies) {
    if (!enemies.is_array() || !units.is_array()) return units;
    Json targets = Json::array();
    for (const auto& enemy : enemies)
        if (enemy.is_string()) targets.push_back({{"target", enemy}});
    Json out = units;
    for (auto& unit : out) {
        if (!value_at(unit, "weapons").is_array()) continue;
        for (auto& weapon : unit["weapons"])
            if (weapon.is_object()) weapon["targets"] = targets;
    }
    return out;
}

std::vector<std::string> fire_rows(const Json& units) {
    std::vector<std::string> out;
    std::vector<std::string> idle;
    for (const auto& unit : units) {
        const auto& weapons = value_at(unit, "weapons");
        if (weapons.empty()) idle.push_back(text_at(unit, "unit"));
        for (const auto& weapon : weapons) {
            std::vector<std::string> targets;
            for (const auto& each : value_at(weapon, "targets")) targets.push_back(target_text(each));
            out.push_back("    " + text_at(unit, "unit") + "  " + std::to_string(number_at(weapon, "weapon")) + " " + worded(text_at(weapon, "name")) + ": " +
                          joined(targets, ", "));
        }
    }
    if (!idle.empty()) out.push_back("    " + joined(idle, ", ") + ": no target");
    return out;
}

namespace {

/// Over a field without cells, straight from point to point; a single one is where it goes to. Which ways there are the server knows.
std::expected<Json, std::string> read_points(const std::vector<std::string>& words) {
    Json path = Json::array();
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto point = read_place(words[i]);
        if (!point) return std::unexpected("\"" + plain(words[i]) + "\" is not a point; type it in tenths, like 55,30");
        path.push_back(*point);
    }
    if (path.size() == 1) return Json{{"unit", words[0]}, {"to", path[0]}};
    return Json{{"unit", words[0]}, {"path", std::move(path)}};
}

}  // namespace

std::expected<Json, std::string> read_move(const Json& units, std::string_view line, bool free) {
    const auto words = words_of(line);
    if (free && words.size() < 2) return std::unexpected("type it like n1 55,30 or n1 stay, or with each point where it turns: n1 55,30 70,30");
    if (!free && words.size() != 2) return std::unexpected("type it like n1 5,3 or n1 stay");
    const auto unit = unit_named(units, words[0]);
    if (!unit) return std::unexpected(unit.error());
    if (words.size() == 2 && words[1] == "stay") return Json{{"unit", words[0]}, {"path", Json::array()}};
    if (free) return read_points(words);
    const auto goal = read_place(words[1]);
    if (!goal) return std::unexpected("\"" + plain(words[1]) + "\" is not a cell; type it like 5,3");
    const auto& cells = value_at(*unit, "cells");
    const bool reached =
        cells.is_array() && std::ranges::any_of(cells, [&](const Json& each) { return is_cell(each) && each[0] == (*goal)[0] && each[1] == (*goal)[1]; });
    if (!reached) return std::unexpected(words[0] + " cannot go to " + text_of(*goal) + "; " + words[0] + " alone shows where it can");
    return Json{{"unit", words[0]}, {"to", *goal}};
}

std::expected<Json, std::string> read_fire(const Json& units, std::string_view line) {
    const auto words = words_of(line);
    if (words.size() < 2) return std::unexpected("type it like n1 0>s2 1>s3, n1 s2 or n1 hold");
    const auto unit = unit_named(units, words[0]);
    if (!unit) return std::unexpected(unit.error());
    Json shots = Json::array();
    if (words.size() == 2 && words[1].find('>') == std::string::npos && words[1] != "hold") {
        for (const auto& weapon : value_at(*unit, "weapons"))
            if (can_fire_at(weapon, words[1])) shots.push_back({{"weapon", weapon.at("weapon")}, {"target", words[1]}});
        if (shots.empty()) return std::unexpected(words[0] + " cannot fire at \"" + plain(words[1]) + "\"");
    } else if (words[1] != "hold") {
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i].find('>') == std::string::npos) return std::unexpected("\"" + plain(words[i]) + "\" is not a shot; type it like 0>s2");
            auto shot = read_shot(*unit, words[i]);
            if (!shot) return std::unexpected(shot.error());
            shots.push_back(std::move(*shot));
        }
    }
    return Json{{"unit", words[0]}, {"shots", std::move(shots)}};
}

bool has_unit(const Json& units, const std::string& word) { return unit_named(units, word).has_value(); }

Json reach_of(const Json& units, const std::string& unit) {
    const auto found = unit_named(units, unit);
    return found ? value_at(*found, "cells") : Json::array();
}

}  // namespace muster::cli
