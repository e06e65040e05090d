#include "tests/rules/unit_choices.hpp"

#include <algorithm>

namespace muster::test {

bool is_count(const Json& json, std::int64_t least) {
    return json.is_number_integer() && json.get<std::int64_t>() >= least && json.get<std::int64_t>() <= 10'000;
}

bool only_keys(const Json& object, const std::set<std::string>& known) {
    if (!object.is_object()) return false;
    for (const auto& [key, value] : object.items())
        if (!known.contains(key)) return false;
    return true;
}

bool same_type(const Json& a, const Json& b) { return a.at("unit") == b.at("unit") && a.at("enhanced") == b.at("enhanced"); }

std::optional<Json> read_entry(Json entry, const Json& known) {
    if (!entry.contains("unit") || !entry["unit"].is_string() || !entry.contains("count") || !is_count(entry["count"], 1)) return {};
    if (!entry.contains("enhanced")) entry["enhanced"] = false;
    if (!entry["enhanced"].is_boolean()) return {};
    const auto has = [&](const Json& unit) { return std::ranges::any_of(known, [&](const Json& each) { return each.at("unit") == unit; }); };
    if (entry["unit"] == "spearmen" && !has("spearmen")) entry["unit"] = "swordsmen";
    return has(entry["unit"]) ? std::optional(entry) : std::nullopt;
}

std::optional<std::vector<Json>> read_units(const Json& choice, const Json& known, std::set<std::string> keys) {
    keys.insert({"unit", "enhanced", "count"});
    if (!only_keys(choice, {"units"}) || !choice.contains("units") || !choice["units"].is_array()) return {};
    std::vector<Json> read;
    for (const auto& item : choice["units"]) {
        const auto entry = only_keys(item, keys) ? read_entry(item, known) : std::nullopt;
        if (!entry || std::ranges::any_of(read, [&](const Json& each) { return same_type(each, *entry); })) return {};
        read.push_back(*entry);
    }
    std::vector<Json> out;
    for (const auto& type : known)
        for (const auto& entry : read)
            if (same_type(entry, type)) out.push_back(entry);
    return out.size() == read.size() ? std::optional(out) : std::nullopt;
}

std::vector<Json> drawn_units(const std::vector<Json>& known, int count, Chance& chance) {
    std::vector<std::size_t> pieces;  // by index of their type
    for (std::size_t i = 0; i < known.size(); ++i) pieces.insert(pieces.end(), known[i].at("count").get<std::size_t>(), i);
    std::vector<int> counts(known.size(), 0);
    for (; count > 0; --count) {
        const auto drawn = pieces.begin() + chance.below(static_cast<int>(pieces.size()));
        ++counts[*drawn];
        pieces.erase(drawn);
    }
    std::vector<Json> out;
    for (std::size_t i = 0; i < known.size(); ++i)
        if (counts[i] > 0) out.push_back({{"unit", known[i].at("unit")}, {"enhanced", known[i].at("enhanced")}, {"count", counts[i]}});
    return out;
}

}  // namespace muster::test
