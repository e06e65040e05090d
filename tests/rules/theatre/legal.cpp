#include <algorithm>

#include "tests/rules/theatre/options.hpp"

namespace muster::test::theatre {

namespace {

constexpr std::size_t choices_max = 300;

using Choices = std::optional<std::vector<Json>>;

/// Makes all choices part by part: `extend` gives what a beginning can go on with.
std::optional<std::vector<Json>> grown(std::size_t parts, const Json& beginning, const std::function<std::vector<Json>(const Json&, std::size_t)>& extend) {
    std::vector<Json> out{beginning};
    for (std::size_t part = 0; part < parts; ++part) {
        std::vector<Json> next;
        for (const auto& each : out) {
            for (auto& longer : extend(each, part)) next.push_back(std::move(longer));
            if (next.size() > 20 * choices_max) return {};
        }
        out = std::move(next);
    }
    return out;
}

Choices few(std::vector<Json> choices) {
    if (choices.size() > choices_max) return {};
    return choices;
}

int sum_of(const Json& counts) {
    int out = 0;
    for (const auto& count : counts) out += count.get<int>();
    return out;
}

/// `total` divided by `caps`; what gets nothing is left out.
Choices divisions(const Json& options, const char* field) {
    std::vector<std::string> names;
    for (const auto& [name, cap] : options.at("caps").items()) names.push_back(name);
    const int total = options.at("total");
    const auto all = grown(names.size(), Json::object(), [&](const Json& counts, std::size_t part) {
        std::vector<Json> out;
        for (int count = 0; count <= options.at("caps").at(names[part]).get<int>() && sum_of(counts) + count <= total; ++count) {
            Json longer = counts;
            if (count > 0) longer[names[part]] = count;
            out.push_back(std::move(longer));
        }
        return out;
    });
    if (!all) return {};
    std::vector<Json> out;
    for (const auto& counts : *all)
        if (sum_of(counts) == total) out.push_back({{field, counts}});
    return few(std::move(out));
}

Choices losses(const Json& options) {
    const Json& areas = options.at("areas");
    const auto all = grown(areas.size(), Json::object(), [&](const Json& counts, std::size_t part) {
        const Json& toll = areas[part];
        const int lost = toll.at("lost");
        std::vector<Json> out;
        for (int armies = 0; armies <= lost; ++armies) {
            if (armies > toll.at("armies") || lost - armies > toll.at("population")) continue;
            Json longer = counts;
            longer[toll.at("area").get<std::string>()] = armies;
            out.push_back(std::move(longer));
        }
        return out;
    });
    if (!all) return {};
    std::vector<Json> out;
    for (const auto& counts : *all) out.push_back({{"armies", counts}});
    return few(std::move(out));
}

Choices cities(const Json& options) {
    const Json& areas = options.at("areas");
    const auto all = grown(areas.size(), Json::array(), [&](const Json& founded, std::size_t part) {
        std::vector<Json> out{founded};
        if (founded.size() == options.at("cities")) return out;
        const int needed = areas[part].at("needed");
        const bool paid = std::ranges::any_of(founded, [](const Json& city) { return city.at("treasury") > 0; });
        for (int treasury = 0; treasury <= (paid ? 0 : std::min(needed / 2, options.at("treasury").get<int>())); ++treasury) {
            if (areas[part].at("population").get<int>() + treasury < needed) continue;
            Json longer = founded;
            longer.push_back({{"area", areas[part].at("area")}, {"treasury", treasury}});
            out.push_back(std::move(longer));
        }
        return out;
    });
    if (!all) return {};
    std::vector<Json> out;
    for (const auto& founded : *all) out.push_back({{"cities", founded}});
    return few(std::move(out));
}

Choices reductions(const Json& options) {
    const Json& areas = options.at("areas");
    const auto all = grown(options.at("count"), Json::array(), [&](const Json& chosen, std::size_t) {
        std::vector<Json> out;
        for (const auto& area : areas) {
            if (std::ranges::count(chosen, area) > 0) continue;
            out.push_back(chosen);
            out.back().push_back(area);
        }
        return out;
    });
    if (!all) return {};
    std::vector<Json> out;
    for (const auto& chosen : *all) out.push_back({{"areas", chosen}});
    return few(std::move(out));
}

int worth(const Json& options, const Json& units) {
    int out = 0;
    for (const auto& each : units)
        out += each.at("population").get<int>() + each.at("armies").get<int>() + (each.at("city") == true ? options.at("city").get<int>() : 0);
    return out;
}

Choices selections(const Json& options) {
    const Json& units = options.at("units");
    const auto all = grown(units.size(), Json::array(), [&](const Json& chosen, std::size_t part) {
        const Json& here = units[part];
        const bool city = here.at("city");
        const int tokens = here.at("population").get<int>() + here.at("armies").get<int>() - (city ? 0 : options.at("spare").get<int>());
        std::vector<Json> out{chosen};
        for (const bool falls : {false, true})
            for (int population = 0; population <= here.at("population").get<int>(); ++population)
                for (int armies = 0; armies <= here.at("armies").get<int>(); ++armies) {
                    if (population + armies > tokens || (falls && !city) || (!falls && population + armies == 0)) continue;
                    Json longer = chosen;
                    longer.push_back({{"area", here.at("area")}, {"population", population}, {"armies", armies}, {"city", falls}});
                    if (worth(options, longer) <= options.at("points").get<int>()) out.push_back(std::move(longer));
                }
        return out;
    });
    if (!all) return {};
    std::vector<Json> out;
    for (const auto& chosen : *all)
        if (worth(options, chosen) == options.at("points")) out.push_back({{"units", chosen}});
    return few(std::move(out));
}

// ---- canonical forms -----------------------------------------------------------------------------------------------

/// With these fields where they are missing.
Json filled(Json object, const Json& defaults) {
    if (!object.is_object()) return object;
    for (const auto& [key, value] : defaults.items())
        if (!object.contains(key)) object[key] = value;
    return object;
}

/// In the order in which `offered` names their areas; none that is listed twice.
std::optional<Json> sorted_like(const Json& offered, const Json& list) {
    Json out = Json::array();
    for (const auto& each : offered)
        for (const auto& item : list)
            if (item.is_object() && item.contains("area") && item.at("area") == each.at("area")) out.push_back(item);
    if (out.size() != list.size()) return {};
    for (std::size_t i = 1; i < out.size(); ++i)
        if (out[i].at("area") == out[i - 1].at("area")) return {};
    return out;
}

std::vector<Json> list_reading(const Json& offered, Json choice, const char* field, const Json& defaults, const std::function<bool(const Json&)>& empty) {
    choice = filled(std::move(choice), {{field, Json::array()}});
    if (!choice.is_object() || !choice.at(field).is_array()) return {};
    for (auto& each : choice.at(field)) each = filled(each, defaults);
    const auto sorted = sorted_like(offered, choice.at(field));
    if (!sorted) return {};
    choice[field] = Json::array();
    for (const auto& each : *sorted)
        if (!empty(each)) choice[field].push_back(each);
    return {choice};
}

std::vector<Json> counts_reading(Json choice, const char* field, const Json& caps) {
    choice = filled(std::move(choice), {{field, Json::object()}});
    if (!choice.is_object() || !choice.at(field).is_object()) return {};
    Json counts = Json::object();
    for (const auto& [name, count] : choice.at(field).items())
        if (!caps.contains(name) || count != 0) counts[name] = count;
    choice[field] = counts;
    return {choice};
}

std::vector<Json> losses_reading(Json choice, const Json& areas) {
    choice = filled(std::move(choice), {{"armies", Json::object()}});
    if (!choice.is_object()) return {};
    for (const auto& toll : areas) choice["armies"] = filled(choice.at("armies"), {{toll.at("area").get<std::string>(), 0}});
    return {choice};
}

}  // namespace

std::optional<std::vector<Json>> legal(const rules::Ask& ask) {
    const Json& options = ask.options;
    if (ask.kind == "expand") return divisions(options, "areas");
    if (ask.kind == "allot") return divisions(options, "seats");
    if (ask.kind == "losses") return losses(options);
    if (ask.kind == "found") return cities(options);
    if (ask.kind == "reduce") return reductions(options);
    if (ask.kind == "lose" || ask.kind == "faction") return selections(options);
    if (ask.kind == "build" || ask.kind == "move") return {};
    std::vector<Json> out;
    if (ask.kind == "tax")
        for (const int rate : {1, 2, 3}) out.push_back({{"rate", rate}});
    if (ask.kind == "support")
        for (const auto& each : options.at("choices")) out.push_back(each);
    if (ask.kind == "site")
        for (const auto& each : options.at("choices")) out.push_back({{"area", each}});
    if (ask.kind == "keep")
        for (const auto& each : options.at("choices")) out.push_back({{"faction", each.at("faction")}});
    return out;
}

std::vector<Json> readings(const rules::Ask& ask, const Json& choice) {
    const Json& options = ask.options;
    const auto nothing = [](const Json& units) { return units.at("population") == 0 && units.at("armies") == 0 && units.at("city") == false; };
    if (ask.kind == "expand") return counts_reading(choice, "areas", options.at("caps"));
    if (ask.kind == "allot") return counts_reading(choice, "seats", options.at("caps"));
    if (ask.kind == "losses") return losses_reading(choice, options.at("areas"));
    if (ask.kind == "found") return list_reading(options.at("areas"), choice, "cities", {{"treasury", 0}}, [](const Json&) { return false; });
    if (ask.kind == "lose" || ask.kind == "faction")
        return list_reading(options.at("units"), choice, "units", {{"population", 0}, {"armies", 0}, {"city", false}}, nothing);
    if (ask.kind == "reduce") return {filled(choice, {{"areas", Json::array()}})};
    return {choice};
}

}  // namespace muster::test::theatre
