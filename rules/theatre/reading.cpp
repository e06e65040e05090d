#include "rules/theatre/reading.hpp"

#include <algorithm>

namespace muster::rules::theatre {

namespace {

using Read = std::expected<Choice, Refusal>;

Read fail(std::string message, std::string path = {}) { return std::unexpected(illegal(std::move(message), std::move(path))); }

std::vector<std::string> names_of_areas(const World& world, const std::vector<int>& areas) {
    return each_of(areas, [&](int area) { return world.area(area).id; });
}

std::string list_of(const std::vector<std::string>& words) {
    std::string out;
    for (const auto& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

/// Numbers by name: no more than `caps` of each, `total` altogether. What is named with 0 is left out.
std::expected<std::map<int, int>, Refusal> read_counts(const std::map<std::string, int>& written, const std::map<int, int>& caps, int total,
                                                       const std::string& path, auto name_of_id) {
    std::map<std::string, int> ids;
    for (const auto& [id, cap] : caps) ids.emplace(name_of_id(id), id);
    std::map<int, int> out;
    int sum = 0;
    for (const auto& [name, count] : written) {
        const auto id = ids.find(name);
        const std::string here = member_path(path, name);
        if (id == ids.end()) {
            const auto known = each_of(ids, [](const auto& each) { return each.first; });
            return std::unexpected(illegal('"' + name + "\" is not one of " + list_of(known) + did_you_mean(name, known), here));
        }
        const int cap = caps.at(id->second);
        if (count > cap) return std::unexpected(illegal("at most " + std::to_string(cap) + " here", here));
        if (count > 0) out.emplace(id->second, count);
        sum += count;
    }
    if (sum != total) return std::unexpected(illegal(std::to_string(total) + " must be divided, not " + std::to_string(sum), path));
    return out;
}

Read read_for(const World& /*world*/, const TaxOptions<int>& /*options*/, JsonView json) {
    const auto written = read_fields<Tax<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    return Tax<int>{written->rate};
}

Read read_for(const World& world, const ExpandOptions<int>& options, JsonView json) {
    const auto written = read_fields<Expand<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    auto areas = read_counts(written->areas, options.caps, options.total, "/areas", [&](int id) { return world.area(id).id; });
    if (!areas) return std::unexpected(areas.error());
    return Expand<int>{std::move(*areas)};
}

Read read_for(const World& world, const AllotOptions<int>& options, JsonView json) {
    const auto written = read_fields<Allot<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    auto seats = read_counts(written->seats, options.caps, options.total, "/seats", [&](int id) { return world.nation(id).seat; });
    if (!seats) return std::unexpected(seats.error());
    return Allot<int>{std::move(*seats)};
}

Read read_for(const World& world, const LossesOptions<int>& options, JsonView json) {
    const auto written = read_fields<Losses<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    std::map<int, int> given;
    for (const auto& [name, armies] : written->armies) {
        const std::string path = "/armies/" + name;
        const auto area = area_named(world, name, path);
        if (!area) return std::unexpected(area.error());
        if (!contains(options.areas, *area, &Toll<int>::area)) return fail("nothing is to be chosen in \"" + name + '"', path);
        given.emplace(*area, armies);
    }
    Losses<int> out;
    for (const auto& toll : options.areas) {
        const auto found = given.find(toll.area);
        const int armies = found == given.end() ? 0 : found->second;
        if (armies < toll.armies_min() || armies > toll.armies_max())
            return fail("of the " + std::to_string(toll.lost) + " lost tokens, " + std::to_string(toll.armies_min()) + " to " +
                            std::to_string(toll.armies_max()) + " are armies",
                        "/armies/" + world.area(toll.area).id);
        out.armies.emplace(toll.area, armies);
    }
    return out;
}

Read read_for(const World& world, const FoundOptions<int>& options, JsonView json) {
    const auto written = read_fields<Found<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    Found<int> out;
    for (std::size_t i = 0; i < written->cities.size(); ++i) {
        const auto& city = written->cities[i];
        const std::string path = "/cities/" + std::to_string(i);
        const auto area = area_named(world, city.area, path + "/area");
        if (!area) return std::unexpected(area.error());
        const auto ground = std::ranges::find(options.areas, *area, &Ground<int>::area);
        if (ground == options.areas.end()) return fail("no city can be founded in \"" + city.area + '"', path + "/area");
        if (contains(out.cities, *area, &NewCity<int>::area)) return fail("\"" + city.area + "\" is listed twice", path + "/area");
        const int most = std::min(options.treasury, ground->needed / 2);
        if (city.treasury > most) return fail("the treasury pays at most " + std::to_string(most) + " of it", path + "/treasury");
        if (ground->population + city.treasury < ground->needed)
            return fail("it needs " + std::to_string(ground->needed) + ", and " + std::to_string(ground->population) + " are there", path);
        if (city.treasury > 0 && std::ranges::any_of(out.cities, [](const auto& other) { return other.treasury > 0; }))
            return fail("the treasury pays for one city a turn", path + "/treasury");
        out.cities.push_back({*area, city.treasury});
    }
    if (static_cast<int>(out.cities.size()) > options.cities) return fail("only " + std::to_string(options.cities) + " cities are left", "/cities");
    std::ranges::sort(out.cities, {}, &NewCity<int>::area);
    return out;
}

Read read_for(const World& world, const SupportOptions<int>& options, JsonView json) {
    const auto written = read_fields<Support<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    const auto area = area_named(world, written->area, "/area");
    if (!area) return std::unexpected(area.error());
    const Support<int> out{written->give_up, *area};
    if (contains(options.choices, out)) return out;
    std::vector<std::string> offered;
    for (const auto& each : options.choices)
        if (each.give_up == out.give_up) offered.push_back(world.area(each.area).id);
    const std::string what(name_of(out.give_up));
    if (offered.empty()) return fail("no " + what + " can be given up now", "/give_up");
    return fail("no " + what + " can be given up in \"" + written->area + "\" now, but in: " + list_of(offered), "/area");
}

Read read_for(const World& world, const SiteOptions<int>& options, JsonView json) {
    const auto written = read_fields<Site<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    const auto area = area_named(world, written->area, "/area");
    if (!area) return std::unexpected(area.error());
    if (!contains(options.choices, *area)) return fail("choose one of: " + list_of(names_of_areas(world, options.choices)), "/area");
    return Site<int>{*area};
}

// The order is kept: in it the cities fall, as long as the stock lasts.
Read read_for(const World& world, const ReduceOptions<int>& options, JsonView json) {
    const auto written = read_fields<Reduce<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    Reduce<int> out;
    for (std::size_t i = 0; i < written->areas.size(); ++i) {
        const std::string path = "/areas/" + std::to_string(i);
        const auto area = area_named(world, written->areas[i], path);
        if (!area) return std::unexpected(area.error());
        if (!contains(options.areas, *area)) return fail("choose among: " + list_of(names_of_areas(world, options.areas)), path);
        if (contains(out.areas, *area)) return fail("\"" + written->areas[i] + "\" is listed twice", path);
        out.areas.push_back(*area);
    }
    if (static_cast<int>(out.areas.size()) != options.count) return fail("exactly " + std::to_string(options.count) + " cities fall", "/areas");
    return out;
}

Read read_for(const World& /*world*/, const KeepOptions<int>& /*options*/, JsonView json) {
    const auto written = read_fields<Keep<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    return Keep<int>{written->faction};
}

}  // namespace

Refusal illegal(std::string message, std::string path) { return {Code::illegal_choice, std::move(message), std::move(path)}; }

std::expected<int, Refusal> area_named(const World& world, const std::string& name, const std::string& path) {
    if (const auto found = world.index.find(name); found != world.index.end()) return found->second;
    const auto known = each_of(world.areas, [](const Area& area) { return area.id; });
    return std::unexpected(illegal("no area \"" + name + '"' + did_you_mean(name, known), path));
}

Read read_choice(const World& world, const Question& question, JsonView choice) {
    return std::visit([&](const auto& options) { return read_for(world, options, choice); }, question.options);
}

}  // namespace muster::rules::theatre
