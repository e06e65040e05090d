// advanced-combat under the contract: its legal choices, worked out a second time from the options alone.

#include <algorithm>
#include <map>
#include <set>

#include "rules/advanced_combat/ruleset.hpp"
#include "tests/rules/advanced_combat/random_setup.hpp"
#include "tests/rules/subjects.hpp"
#include "tests/rules/unit_choices.hpp"

namespace muster::test {

namespace {

constexpr std::size_t choices_max = 400;

using Visit = std::function<bool(const std::vector<int>&)>;  // false: enough

/// All ways to take counts with that sum, at most `most` of each.
bool each_split(const std::vector<int>& most, int sum, const Visit& visit) {
    std::vector<int> counts(most.size(), 0);
    const std::function<bool(std::size_t, int)> next = [&](std::size_t i, int left) {
        if (i == most.size()) return left > 0 || visit(counts);
        for (int n = 0; n <= std::min(left, most[i]); ++n) {
            counts[i] = n;
            if (!next(i + 1, left - n)) return false;
        }
        counts[i] = 0;
        return true;
    };
    return next(0, sum);
}

std::vector<int> counts_of(const Json& entries) {
    std::vector<int> out;
    for (const auto& entry : entries) out.push_back(entry.at("count"));
    return out;
}

using Choices = std::optional<std::vector<Json>>;

Choices legal_waves(const Json& options) {
    std::vector<Json> out;
    const Json& available = options.at("available");
    const bool all = each_split(counts_of(available), options.at("size"), [&](const std::vector<int>& counts) {
        Json units = Json::array();
        for (std::size_t i = 0; i < counts.size(); ++i)
            if (counts[i] > 0) units.push_back({{"unit", available[i].at("unit")}, {"enhanced", available[i].at("enhanced")}, {"count", counts[i]}});
        out.push_back({{"units", units}});
        return out.size() <= choices_max;
    });
    return all ? Choices(out) : Choices();
}

Choices legal_support(const Json& options) {
    std::vector<Json> out;
    const Json& aircraft = options.at("aircraft");
    const auto planes = counts_of(aircraft);
    for (const auto& word : options.at("classes")) {
        Json units = Json::array();
        for (const auto& unit : options.at("units"))
            if (unit.at("class") == word) units.push_back(unit);
        const auto room = counts_of(units);
        int plane_sum = 0;
        int unit_sum = 0;
        for (const int count : planes) plane_sum += count;
        for (const int count : room) unit_sum += count;
        std::vector<int> cells;  // row by row
        for (const int p : planes)
            for (const int u : room) cells.push_back(std::min(p, u));
        const bool all = each_split(cells, std::min(plane_sum, unit_sum), [&](const std::vector<int>& counts) {
            std::vector<int> rows(planes.size(), 0);
            std::vector<int> columns(room.size(), 0);
            Json pairs = Json::array();
            for (std::size_t i = 0; i < counts.size(); ++i) {
                const auto row = i / room.size();
                const auto column = i % room.size();
                rows[row] += counts[i];
                columns[column] += counts[i];
                if (rows[row] > planes[row] || columns[column] > room[column]) return true;
                if (counts[i] > 0)
                    pairs.push_back({{"aircraft", aircraft[row].at("unit")},
                                     {"unit", units[column].at("unit")},
                                     {"enhanced", units[column].at("enhanced")},
                                     {"count", counts[i]}});
            }
            out.push_back({{"class", word}, {"pairs", pairs}});
            return out.size() <= choices_max;
        });
        if (!all) return {};
    }
    return out;
}

Choices legal_casualties(const Json& options) {
    const Json& candidates = options.at("candidates");
    std::map<int, int> due;
    int sum = 0;
    for (const auto& entry : options.at("must_lose")) {
        due[entry.at("era")] = entry.at("count");
        sum += entry.at("count").get<int>();
    }
    // Two cells for each type: the lost without and with an aircraft.
    std::vector<int> cells;
    for (const auto& unit : candidates) {
        cells.push_back(unit.at("count").get<int>() - unit.at("supported").get<int>());
        cells.push_back(unit.at("supported"));
    }
    std::vector<Json> out;
    const bool all = each_split(cells, sum, [&](const std::vector<int>& counts) {
        std::map<int, int> lost;
        Json units = Json::array();
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const int count = counts[2 * i] + counts[2 * i + 1];
            if (count == 0) continue;
            lost[candidates[i].at("era")] += count;
            units.push_back(
                {{"unit", candidates[i].at("unit")}, {"enhanced", candidates[i].at("enhanced")}, {"count", count}, {"supported", counts[2 * i + 1]}});
        }
        if (lost == due) out.push_back({{"units", units}});
        return out.size() <= choices_max;
    });
    return all ? Choices(out) : Choices();
}

Choices legal(const rules::Ask& ask) {
    if (ask.kind == "wave") return legal_waves(ask.options);
    if (ask.kind == "air_support") return legal_support(ask.options);
    if (ask.kind == "casualties") return legal_casualties(ask.options);
    return {{Json{{"withdraw", false}}, Json{{"withdraw", true}}}};
}

// ---- draws ---------------------------------------------------------------------------------------------------------

/// One aircraft after the other flies beside a unit that has none. Always with pairs: those of the default are a policy's.
Json drawn_support(const Json& options, Chance& chance) {
    const std::string word = chance.pick(options.at("classes").get<std::vector<std::string>>());
    const auto pieces = [](const Json& entries, const auto& counts) {
        std::vector<Json> out;
        for (const auto& entry : entries)
            if (counts(entry)) out.insert(out.end(), entry.at("count").get<std::size_t>(), entry);
        return out;
    };
    auto planes = pieces(options.at("aircraft"), [](const Json&) { return true; });
    auto units = pieces(options.at("units"), [&](const Json& unit) { return unit.at("class") == word; });
    std::map<std::pair<Json, std::pair<Json, Json>>, int> counts;
    const auto take = [&](std::vector<Json>& from) {
        const auto drawn = from.begin() + chance.below(static_cast<int>(from.size()));
        Json out = std::move(*drawn);
        from.erase(drawn);
        return out;
    };
    while (!planes.empty() && !units.empty()) {
        const Json plane = take(planes);
        const Json unit = take(units);
        ++counts[{plane.at("unit"), {unit.at("unit"), unit.at("enhanced")}}];
    }
    Json pairs = Json::array();
    for (const auto& [pair, count] : counts)
        pairs.push_back({{"aircraft", pair.first}, {"unit", pair.second.first}, {"enhanced", pair.second.second}, {"count", count}});
    return {{"class", word}, {"pairs", pairs}};
}

Json drawn_casualties(const Json& options, Chance& chance) {
    Json units = Json::array();
    for (const auto& due : options.at("must_lose")) {
        std::vector<Json> of_era;
        for (const auto& each : options.at("candidates"))
            if (each.at("era") == due.at("era")) of_era.push_back(each);
        for (auto& lost : drawn_units(of_era, due.at("count"), chance)) {
            const auto& type = *std::ranges::find_if(of_era, [&](const Json& each) { return same_type(each, lost); });
            const int supported = type.at("supported");
            const int count = lost.at("count");
            lost["supported"] = chance.between(std::max(0, count - type.at("count").get<int>() + supported), std::min(count, supported));
            units.push_back(lost);
        }
    }
    return {{"units", units}};
}

Json draw(const rules::Ask& ask, Chance& chance) {
    if (ask.kind == "wave") return {{"units", drawn_units(ask.options.at("available"), ask.options.at("size"), chance)}};
    if (ask.kind == "air_support") return drawn_support(ask.options, chance);
    if (ask.kind == "casualties") return drawn_casualties(ask.options, chance);
    return {{"withdraw", chance.one_in(8)}};
}

// ---- readings ------------------------------------------------------------------------------------------------------

std::vector<Json> wave_readings(const Json& choice, const Json& known) {
    const auto units = read_units(choice, known);
    return units ? std::vector<Json>{{{"units", *units}}} : std::vector<Json>{};
}

std::vector<Json> casualty_readings(const Json& choice, const Json& known) {
    auto units = read_units(choice, known, {"supported"});
    if (!units) return {};
    for (auto& entry : *units) {
        const auto type = std::ranges::find_if(known, [&](const Json& each) { return same_type(each, entry); });
        if (!entry.contains("supported") || entry["supported"].is_null())
            entry["supported"] = std::max(0, entry["count"].get<int>() - type->at("count").get<int>() + type->at("supported").get<int>());
        if (!is_count(entry["supported"], 0)) return {};
    }
    return {{{"units", *units}}};
}

std::vector<Json> support_readings(const rules::Ask& ask, const Json& choice) {
    if (!only_keys(choice, {"class", "pairs"}) || !choice.contains("class")) return {};
    if (!choice.contains("pairs") || choice["pairs"].is_null()) {  // which pairs is then the rules' business
        auto out = legal_support(ask.options).value();
        std::erase_if(out, [&](const Json& each) { return each.at("class") != choice["class"]; });
        return out;
    }
    if (!choice["pairs"].is_array()) return {};
    std::vector<Json> read;
    for (const auto& item : choice["pairs"]) {
        const auto entry = only_keys(item, {"aircraft", "unit", "enhanced", "count"}) ? read_entry(item, ask.options.at("units")) : std::nullopt;
        if (!entry || !entry->contains("aircraft")) return {};
        read.push_back(*entry);
    }
    Json pairs = Json::array();
    for (const auto& plane : ask.options.at("aircraft"))
        for (const auto& unit : ask.options.at("units"))
            for (const auto& entry : read)
                if (same_type(entry, unit) && entry.at("aircraft") == plane.at("unit")) pairs.push_back(entry);
    return pairs.size() == read.size() ? std::vector<Json>{{{"class", choice["class"]}, {"pairs", pairs}}} : std::vector<Json>{};
}

std::vector<Json> readings(const rules::Ask& ask, const Json& choice) {
    if (ask.kind == "wave") return wave_readings(choice, ask.options.at("available"));
    if (ask.kind == "casualties") return casualty_readings(choice, ask.options.at("candidates"));
    if (ask.kind == "air_support") return support_readings(ask, choice);
    return {choice};
}

}  // namespace

const Subject& advanced_subject() {
    static const Subject subject{.ruleset = &rules::advanced_combat::ruleset(),
                                 .setup = [](Chance& chance) { return random_setup(chance); },
                                 .first_setup = [](Chance& chance) { return random_setup(chance, {.later = false}); },
                                 .legal = legal,
                                 .readings = readings,
                                 .draw = draw,
                                 .battles = 5000,
                                 .signature = 14776516548554213791U,
                                 .policy_signature = 5705949372349744761U,
                                 .odds_of_best = rules::Policy::preset,
                                 .later_signature = 3290660834309050356U};
    return subject;
}
static const Registered advanced_registered(&advanced_subject);

}  // namespace muster::test
