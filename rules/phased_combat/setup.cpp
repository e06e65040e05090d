#include "rules/phased_combat/setup.hpp"

#include <algorithm>

#include "rules/accepted.hpp"

namespace muster::rules::phased_combat {

namespace {

using civilization::Roster;
using civilization::Troop;

int base_value(const civilization::Unit& unit) {
    switch (unit.unit_class) {
        case UnitClass::artillery: return 1;
        case UnitClass::cavalry: return 2;
        case UnitClass::infantry: return 3;
        case UnitClass::fleet: return 2;
        case UnitClass::aircraft: return 1 + unit.strength;
    }
    return 0;
}

/// C2: what the place takes off the attacker's combat values.
int penalty(const Setup& setup, UnitClass unit_class) {
    if (!setup.settlement || (unit_class == UnitClass::aircraft && !setup.house_rules.air_penalty)) return 0;
    const int general = setup.great_wall ? 2 : 1;
    return unit_class == UnitClass::artillery ? general - 1 : general;
}

UnitType type_of(const Setup& setup, int seat, const Troop& troop) {
    constexpr int lowest = 1;
    const auto& unit = troop.unit;
    const bool aircraft = unit.unit_class == UnitClass::aircraft;
    const int own = base_value(unit) + unit.modifier_of(troop.enhanced);
    const int air_era = setup.house_rules.air_era == AirEra::modern ? civilization::era_max : unit.strength;  // C3
    return {unit.unit_class, aircraft ? air_era : unit.era, std::max(lowest, own - (seat == attacker ? penalty(setup, unit.unit_class) : 0))};
}

std::optional<Refusal> gather(const Roster& roster, const Setup& setup, int seat, Table& table) {
    const SideSetup& from = seat == attacker ? setup.attacker : setup.defender;
    const std::string path = '/' + seat_name(seat);
    const bool alone = setup.house_rules.air_alone && !from.aircraft.empty();  // C8
    if (from.army.empty() && !alone) return Refusal{Code::bad_setup, "needs at least 1 entry", path + "/army"};
    auto army = gather_army(roster, from.army, path + "/army");
    if (!army) return army.error();
    auto air = gather_aircraft(roster, from.aircraft, path + "/aircraft");
    if (!air) return air.error();
    if (!army->empty() && (army->front().unit.unit_class == UnitClass::fleet) != table.game.fleets)
        return Refusal{Code::bad_setup,
                       army->front().unit.id +
                           (table.game.fleets ? " are not ships; land units fight under phased-combat" : " are ships; fleets fight under fleet-combat"),
                       path + "/army/0/unit"};
    auto& troops = table.troops[static_cast<std::size_t>(seat)];
    auto& side = table.game.sides[static_cast<std::size_t>(seat)];
    troops = std::move(*army);
    troops.insert(troops.end(), std::make_move_iterator(air->begin()), std::make_move_iterator(air->end()));
    for (const auto& troop : troops) {
        at(side.start, types(side)) = troop.count;
        side.types.push_back(type_of(setup, seat, troop));
    }
    return {};
}

/// C9: the attacker's own regions if there are any, else the neutral ones.
std::expected<std::vector<std::string>, Refusal> havens_of(const std::vector<Region>& regions) {
    std::vector<std::string> own;
    std::vector<std::string> neutral;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const auto& region = regions[i];
        const auto before = std::span(regions).first(i);
        if (std::ranges::any_of(before, [&](const Region& each) { return each.name == region.name; }))
            return refuse(Code::bad_setup, "\"" + region.name + "\" is in the list of regions twice", "/retreat_regions/" + std::to_string(i) + "/name");
        if (region.control == Control::attacker) own.push_back(region.name);
        if (region.control == Control::neutral && !region.undefended_city) neutral.push_back(region.name);
    }
    return own.empty() ? neutral : own;
}

using Accepted = rules::Accepted<Setup, Roster, Table>;

std::expected<Accepted, Refusal> accept(const Json& json, bool fleets) {
    auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return std::unexpected(setup.error());
    auto roster = Roster::standard().extended(setup->roster, "/roster", civilization::AirModifiers::allowed);  // C2
    if (!roster) return std::unexpected(roster.error());
    auto havens = havens_of(setup->retreat_regions);
    if (!havens) return std::unexpected(havens.error());

    auto table = std::make_shared<Table>();
    table->game.fleets = fleets;
    table->game.air_leftover = setup->house_rules.air_leftover;
    table->havens = std::move(*havens);
    for (const int seat : {attacker, defender})
        if (auto refusal = gather(*roster, *setup, seat, *table)) return std::unexpected(std::move(*refusal));
    return Accepted{std::move(*setup), std::move(*roster), std::move(table)};
}

}  // namespace

std::expected<std::shared_ptr<const Table>, Refusal> read_setup(const Json& json, bool fleets) { return table_of(accept(json, fleets)); }

std::expected<Setup, Refusal> resolve_setup(const Json& json, bool fleets) {
    auto accepted = accept(json, fleets);
    if (!accepted) return std::unexpected(std::move(accepted.error()));
    resolve_units(accepted->kinds, accepted->setup);
    return std::move(accepted->setup);
}

std::string phase_name(const Game& game, int phase) {
    const auto order = phases(game.fleets);
    if (phase >= static_cast<int>(order.size())) return "retreat";
    const auto unit_class = order[static_cast<std::size_t>(phase)];
    return unit_class == UnitClass::aircraft ? "air" : std::string(name_of(unit_class));
}

}  // namespace muster::rules::phased_combat
