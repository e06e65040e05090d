#include "rules/armies/setup.hpp"

#include <algorithm>

namespace muster::rules::armies {

namespace {

/// The first word that is in `words` a second time.
template <typename Word>
std::optional<Refusal> twice(const std::vector<Word>& words, const std::string& path) {
    for (std::size_t i = 1; i < words.size(); ++i)
        if (std::ranges::count(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i), words[i]) > 0)
            return Refusal{Code::bad_setup, "\"" + std::string(name_of(words[i])) + "\" is listed twice", path + '/' + std::to_string(i)};
    return {};
}

bool has(const auto& words, auto word) { return std::ranges::count(words, word) > 0; }

std::optional<Refusal> gather(const SideSetup& setup, int seat, Area& area) {
    const auto index = static_cast<std::size_t>(seat);
    const std::string path = '/' + seat_name(seat);
    if (auto refusal = twice(setup.advances, path + "/advances")) return refusal;
    area.forces[index] = {setup.population, setup.armies};
    area.advances[index] = {has(setup.advances, Advance::metalworking), has(setup.advances, Advance::military), has(setup.advances, Advance::mathematics),
                            setup.extra_advantage};
    const bool behind_walls = seat == defender && area.city;
    if (area.forces[index].total() == 0 && !behind_walls)
        return Refusal{Code::bad_setup, "the " + seat_name(seat) + " needs at least 1 token here, population or army", path};
    return {};
}

std::expected<Area, Refusal> compile(const Setup& setup) {
    Area area;
    if (setup.city) {
        const auto& engineering = setup.city->engineering;
        if (auto refusal = twice(engineering, "/city/engineering")) return std::unexpected(std::move(*refusal));
        area.city = city_strength(has(engineering, Side::attacker), has(engineering, Side::defender));
    }
    if (auto refusal = gather(setup.attacker, attacker, area)) return std::unexpected(std::move(*refusal));
    if (auto refusal = gather(setup.defender, defender, area)) return std::unexpected(std::move(*refusal));
    if (!setup.population_limit && !setup.city)
        return refuse(Code::bad_setup, "\"population_limit\" is missing; it can only be left out before a city", "/population_limit");
    area.limit = setup.population_limit.value_or(0);
    return area;
}

}  // namespace

std::expected<Area, Refusal> read_setup(const Json& json) {
    const auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return std::unexpected(setup.error());
    return compile(*setup);
}

std::expected<Setup, Refusal> resolve_setup(const Json& json) {
    auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return std::unexpected(setup.error());
    const auto area = compile(*setup);
    if (!area) return std::unexpected(area.error());
    setup->population_limit = area->limit;
    return setup;
}

}  // namespace muster::rules::armies
