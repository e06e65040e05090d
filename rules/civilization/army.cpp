#include "rules/civilization/army.hpp"

#include <algorithm>

namespace muster::rules::civilization {

namespace {

std::expected<const Unit*, Refusal> known_unit(const Roster& roster, const std::string& id, const std::string& path) {
    if (const auto* unit = roster.find(id)) return unit;
    std::vector<std::string_view> ids;
    for (const auto& unit : roster.units()) ids.push_back(unit.id);
    return refuse(Code::bad_setup, "no unit \"" + id + "\" in the roster" + did_you_mean(id, ids), path);
}

void merge(std::vector<Troop>& troops, Troop added) {
    for (auto& troop : troops) {
        if (troop.unit.id != added.unit.id || troop.enhanced != added.enhanced) continue;
        troop.count += added.count;
        return;
    }
    troops.push_back(std::move(added));
}

std::optional<Refusal> too_many(const std::vector<Troop>& troops, const std::string& path) {
    int sum = 0;
    for (const auto& troop : troops) sum += troop.count;
    if (sum <= army_units_max) return {};
    return Refusal{Code::bad_setup, std::to_string(sum) + " pieces are too many; at most " + std::to_string(army_units_max), path};
}

}  // namespace

std::expected<std::vector<Troop>, Refusal> gather_army(const Roster& roster, const std::vector<ArmyEntry>& entries, const std::string& path) {
    std::vector<Troop> troops;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string at = path + '/' + std::to_string(i) + "/unit";
        const auto unit = known_unit(roster, entries[i].unit, at);
        if (!unit) return std::unexpected(unit.error());
        if ((*unit)->unit_class == UnitClass::aircraft)
            return refuse(Code::bad_setup, (*unit)->id + " are aircraft; they belong in \"aircraft\", not in \"army\"", at);
        // A15: fleets fight fleets only.
        if (!troops.empty() && (troops.front().unit.unit_class == UnitClass::fleet) != ((*unit)->unit_class == UnitClass::fleet))
            return refuse(Code::bad_setup, "an army is all ships or has none; " + (*unit)->id + " and " + troops.front().unit.id + " do not mix", at);
        merge(troops, {**unit, entries[i].enhanced, entries[i].count});
    }
    if (auto refusal = too_many(troops, path)) return std::unexpected(std::move(*refusal));
    return troops;
}

std::expected<std::vector<Troop>, Refusal> gather_aircraft(const Roster& roster, const std::vector<AircraftEntry>& entries, const std::string& path) {
    std::vector<Troop> troops;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string at = path + '/' + std::to_string(i) + "/unit";
        const auto unit = known_unit(roster, entries[i].unit, at);
        if (!unit) return std::unexpected(unit.error());
        if ((*unit)->unit_class != UnitClass::aircraft) return refuse(Code::bad_setup, (*unit)->id + " are not aircraft; they belong in \"army\"", at);
        merge(troops, {**unit, false, entries[i].count});
    }
    if (auto refusal = too_many(troops, path)) return std::unexpected(std::move(*refusal));
    return troops;
}

const std::string& use(const Roster& roster, const std::string& unit, std::vector<RosterEntry>& used) {
    const Unit& found = *roster.find(unit);
    if (std::ranges::count(used, found.id, &RosterEntry::unit) == 0) used.push_back(entry_of(found));
    return found.id;
}

}  // namespace muster::rules::civilization
