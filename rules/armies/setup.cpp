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

Advances advances_of(const SideSetup& setup) {
    return {has(setup.advances, Advance::metalworking), has(setup.advances, Advance::military), has(setup.advances, Advance::mathematics),
            setup.extra_advantage};
}

Refusal nobody_here(const std::string& who, const std::string& path) {
    return {Code::bad_setup, who + " needs at least 1 token here, population or army", path};
}

std::optional<Refusal> gather(const std::optional<SideSetup>& setup, int seat, Area& area) {
    const auto index = static_cast<std::size_t>(seat);
    const std::string path = '/' + seat_name(seat);
    if (!setup) return Refusal{Code::bad_setup, "\"" + seat_name(seat) + "\" is missing", path};
    if (auto refusal = twice(setup->advances, path + "/advances")) return refusal;
    area.forces[index] = {setup->population, setup->armies};
    area.advances[index] = advances_of(*setup);
    const bool behind_walls = seat == defender && area.city;
    if (area.forces[index].total() == 0 && !behind_walls) return nobody_here("the " + seat_name(seat), path);
    return {};
}

std::expected<Conflict, Refusal> area_of(const Setup& setup) {
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
    return Fight(area);
}

std::expected<Conflict, Refusal> nations_of(const Setup& setup) {
    const auto instead = [](const char* what) {
        return refuse(Code::bad_setup, "where there are \"nations\" there is no " + std::string(what), '/' + std::string(what));
    };
    if (setup.attacker) return instead("attacker");
    if (setup.defender) return instead("defender");
    if (setup.city) return instead("city");
    if (setup.nations.size() < 2) return refuse(Code::bad_setup, "a conflict needs at least 2 nations", "/nations");
    if (!setup.population_limit) return refuse(Code::bad_setup, "\"population_limit\" is missing", "/population_limit");
    Nations out{{}, {}, *setup.population_limit};
    for (const auto& nation : setup.nations) {
        const auto path = "/nations/" + std::to_string(out.seats.size());
        if (auto refusal = twice(nation.side.advances, path + "/advances")) return std::unexpected(std::move(*refusal));
        out.seats.push_back(nation.seat);
        const auto& added = out.contenders.emplace_back(Contender{advances_of(nation.side), {nation.side.population, nation.side.armies}});
        if (added.tokens.total() == 0) return std::unexpected(nobody_here(nation.seat, path));
    }
    constexpr std::array<std::string_view, 2> taken{"population_limit", "city"};  // which the view has for itself
    if (const auto fault = fault_of_seat_names(out.seats, taken))
        return refuse(Code::bad_setup, fault->sentence, "/nations/" + std::to_string(fault->place) + "/seat");
    return NationsFight(std::move(out));
}

std::expected<Conflict, Refusal> compile(const Setup& setup) { return setup.nations.empty() ? area_of(setup) : nations_of(setup); }

}  // namespace

std::expected<Conflict, Refusal> read_setup(const Json& json) {
    const auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return std::unexpected(setup.error());
    return compile(*setup);
}

std::expected<Setup, Refusal> resolve_setup(const Json& json) {
    auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return std::unexpected(setup.error());
    const auto conflict = compile(*setup);
    if (!conflict) return std::unexpected(conflict.error());
    if (!setup->population_limit) setup->population_limit = 0;  // before a city
    return setup;
}

}  // namespace muster::rules::armies
