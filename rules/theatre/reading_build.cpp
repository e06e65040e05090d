#include <algorithm>

#include "rules/theatre/reading.hpp"

namespace muster::rules::theatre {

namespace {

std::string number(int count, const std::string& what) { return std::to_string(count) + ' ' + what; }

/// Whether a line fits what is there.
Problem misfit(const BuildLine<int>& line, const Yard<int>& yard, const std::string& path) {
    if (line.keep_armies > yard.armies) return illegal("only " + number(yard.armies, "armies are there"), path + "/keep_armies");
    if (line.keep_ships > yard.ships) return illegal("only " + number(yard.ships, "ships are there"), path + "/keep_ships");
    if (line.build_armies > 0 && !yard.units) return illegal("none of your units is there", path + "/build_armies");
    if (line.build_ships > 0 && !yard.units) return illegal("none of your units is there", path + "/build_ships");
    if (line.build_ships > 0 && !yard.coast) return illegal("ships are built at a coast", path + "/build_ships");
    if (line.levy > yard.population) return illegal("only " + number(yard.population, "population is there"), path + "/levy");
    if (line.levy > line.cost()) return illegal("it costs only " + std::to_string(line.cost()), path + "/levy");
    return {};
}

/// Whether all lines together can be paid and there are pieces enough.
Problem too_much(const Build<int>& choice, const BuildOptions<int>& options) {
    int armies = 0;
    int ships = 0;
    int treasury = choice.release;
    for (const auto& line : choice.areas) {
        armies += line.keep_armies + line.build_armies;
        ships += line.keep_ships + line.build_ships;
        treasury += line.cost() - line.levy;
    }
    if (armies > options.armies) return illegal(number(armies, "armies") + " are more than your " + number(options.armies, "pieces"), "/areas");
    if (ships > options.ships) return illegal(number(ships, "ships") + " are more than your " + number(options.ships, "pieces"), "/areas");
    if (treasury > options.treasury)
        return illegal("that takes " + number(treasury, "tokens") + " from a treasury of " + std::to_string(options.treasury),
                       choice.release > 0 ? "/release" : "/areas");
    return {};
}

}  // namespace

std::expected<Choice, Refusal> read_for(const World& world, const BuildOptions<int>& options, JsonView json) {
    const auto written = read_fields<Build<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    Build<int> out{{}, written->release};
    for (std::size_t i = 0; i < written->areas.size(); ++i) {
        const auto& line = written->areas[i];
        const std::string path = "/areas/" + std::to_string(i);
        const auto area = area_named(world, line.area, path + "/area");
        if (!area) return std::unexpected(area.error());
        const auto yard = std::ranges::find(options.areas, *area, &Yard<int>::area);
        if (yard == options.areas.end()) return std::unexpected(illegal("you have nothing in \"" + line.area + '"', path + "/area"));
        if (contains(out.areas, *area, &BuildLine<int>::area)) return std::unexpected(illegal("\"" + line.area + "\" has a line already", path + "/area"));
        const BuildLine<int> read{*area, line.keep_armies, line.keep_ships, line.build_armies, line.build_ships, line.levy};
        if (auto problem = misfit(read, *yard, path)) return std::unexpected(std::move(*problem));
        out.areas.push_back(read);
    }
    if (auto problem = too_much(out, options)) return std::unexpected(std::move(*problem));
    std::erase_if(out.areas, [](const auto& line) { return line.idle(); });
    std::ranges::sort(out.areas, {}, &BuildLine<int>::area);
    return out;
}

}  // namespace muster::rules::theatre
