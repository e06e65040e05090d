#include <algorithm>

#include "rules/theatre/lose.hpp"
#include "rules/theatre/reading.hpp"

namespace muster::rules::theatre {

namespace {

/// Units worth exactly what is asked, of those that may be given.
std::expected<std::vector<Units<int>>, Refusal> read_units(const World& world, const LoseOptions<int>& options,
                                                           const std::vector<Units<std::string>>& written) {
    std::vector<Units<int>> out;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const auto& units = written[i];
        const std::string path = "/units/" + std::to_string(i);
        const auto area = area_named(world, units.area, path + "/area");
        if (!area) return std::unexpected(area.error());
        const auto offered = std::ranges::find(options.units, *area, &Units<int>::area);
        if (offered == options.units.end()) return std::unexpected(illegal("nothing can be given in \"" + units.area + '"', path + "/area"));
        if (contains(out, *area, &Units<int>::area)) return std::unexpected(illegal("\"" + units.area + "\" is listed twice", path + "/area"));
        if (units.population > offered->population)
            return std::unexpected(illegal("only " + std::to_string(offered->population) + " population is there", path + "/population"));
        if (units.armies > offered->armies) return std::unexpected(illegal("only " + std::to_string(offered->armies) + " armies are there", path + "/armies"));
        if (units.city && !offered->city) return std::unexpected(illegal("no city is there", path + "/city"));
        if (units.tokens() > tokens_to_lose(options, *offered))
            return std::unexpected(illegal("only " + std::to_string(tokens_to_lose(options, *offered)) + " tokens may go there", path));
        out.push_back({*area, units.population, units.armies, units.city});
    }
    if (const int points = points_of(out, options.city); points != options.points)
        return std::unexpected(illegal("units worth exactly " + std::to_string(options.points) + " points go, not " + std::to_string(points), "/units"));
    std::erase_if(out, [](const auto& units) { return units.none(); });
    std::ranges::sort(out, {}, &Units<int>::area);
    return out;
}

}  // namespace

std::expected<Choice, Refusal> read_for(const World& world, const LoseOptions<int>& options, JsonView json) {
    const auto written = read_fields<Lose<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    auto units = read_units(world, options, written->units);
    if (!units) return std::unexpected(units.error());
    return Lose<int>{std::move(*units)};
}

std::expected<Choice, Refusal> read_for(const World& world, const FactionOptions<int>& options, JsonView json) {
    const auto written = read_fields<Faction<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    auto units = read_units(world, options.units, written->units);
    if (!units) return std::unexpected(units.error());
    return Faction<int>{std::move(*units)};
}

}  // namespace muster::rules::theatre
