#include "rules/advanced_combat/setup.hpp"

#include <algorithm>

#include "rules/accepted.hpp"

namespace muster::rules::advanced_combat {

namespace {

using civilization::Roster;
using civilization::Troop;
using civilization::UnitClass;

int arm_of(UnitClass unit_class) {
    switch (unit_class) {
        case UnitClass::cavalry: return 1;
        case UnitClass::artillery: return 2;
        default: return 0;
    }
}

std::optional<Refusal> gather(const Roster& roster, const SideSetup& setup, int seat, Table& table) {
    const auto index = static_cast<std::size_t>(seat);
    const std::string path = '/' + seat_name(seat);
    auto army = gather_army(roster, setup.army, path + "/army");
    if (!army) return army.error();
    auto air = gather_aircraft(roster, setup.aircraft, path + "/aircraft");
    if (!air) return air.error();

    Side& side = table.game.sides[index];
    side.technologies = setup.technologies;
    for (const auto& troop : *army) {
        side.start.units[side.units.size()] = troop.count;
        side.units.push_back({arm_of(troop.unit.unit_class), troop.unit.era, troop.unit.modifier_of(troop.enhanced)});
    }
    for (const auto& troop : *air) {
        side.start.aircraft[side.strengths.size()] = troop.count;
        side.strengths.push_back(troop.unit.strength);
    }
    settle_orders(side);
    table.army[index] = std::move(*army);
    table.air[index] = std::move(*air);
    return {};
}

int newest_era(const Table& table) {
    int era = civilization::era_min;
    for (const auto& army : table.army)
        for (const auto& troop : army) era = std::max(era, troop.unit.era);
    return era;
}

bool all_fleets(const std::vector<Troop>& army) { return army.front().unit.unit_class == UnitClass::fleet; }

using Accepted = rules::Accepted<Setup, Roster, Table>;

std::expected<Accepted, Refusal> accept(const Json& json) {
    auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return std::unexpected(setup.error());
    auto roster = Roster::standard().extended(setup->roster, "/roster");
    if (!roster) return std::unexpected(roster.error());

    auto table = std::make_shared<Table>();
    if (auto refusal = gather(*roster, setup->attacker, attacker, *table)) return std::unexpected(std::move(*refusal));
    if (auto refusal = gather(*roster, setup->defender, defender, *table)) return std::unexpected(std::move(*refusal));
    Game& game = table->game;
    game.fleets = all_fleets(table->army_of(attacker));
    if (game.fleets != all_fleets(table->army_of(defender)))  // A15
        return refuse(Code::bad_setup, "fleets only fight fleets; give them to both sides or to neither", "/defender/army");
    if (setup->settlement) {
        const int era = setup->settlement->current_era.value_or(newest_era(*table));
        game.settlement_penalty = era == 1 && setup->settlement->great_wall ? 2 : era;  // A7
    }
    game.science_rounding = setup->house_rules.science_rounding;
    game.cia = setup->house_rules.cia;
    game.standoff = setup->house_rules.standoff;
    game.air_loss = setup->house_rules.air_loss;
    game.withdraw = setup->house_rules.withdraw;
    game.support_first = setup->house_rules.support_first;
    game.air_defends = setup->house_rules.air_defends;
    return Accepted{std::move(*setup), std::move(*roster), std::move(table)};
}

}  // namespace

std::expected<std::shared_ptr<const Table>, Refusal> read_setup(const Json& json) { return table_of(accept(json)); }

std::expected<Setup, Refusal> resolve_setup(const Json& json) {
    auto accepted = accept(json);
    if (!accepted) return std::unexpected(std::move(accepted.error()));
    Setup& setup = accepted->setup;
    resolve_units(accepted->kinds, setup);
    if (setup.settlement && !setup.settlement->current_era) setup.settlement->current_era = newest_era(*accepted->table);
    auto& standoff = setup.house_rules.standoff;
    if (standoff == Standoff::attacker_withdraws_freely) standoff = Standoff::free_withdrawal;
    return std::move(setup);
}

std::string_view arm_name(const Game& game, int arm) {
    constexpr std::string_view names[] = {"infantry", "cavalry", "artillery"};
    return game.fleets ? "fleet" : names[arm];
}

}  // namespace muster::rules::advanced_combat
