#include "rules/theatre/naming.hpp"

namespace muster::rules::theatre {

const Name& side_name(const World& world, int side) {
    static const Name barbarians = "barbarians";
    return world.is_seat(side) ? world.nation(side).seat : barbarians;
}

std::map<Name, int> Naming::counts(const std::map<int, int>& by_area) const {
    std::map<Name, int> out;
    for (const auto& [id, count] : by_area) out.emplace(area(id), count);
    return out;
}

std::map<Name, int> Naming::seat_counts(const std::map<int, int>& by_seat) const {
    std::map<Name, int> out;
    for (const auto& [id, count] : by_seat) out.emplace(seat(id), count);
    return out;
}

BuildLine<Name> Naming::operator()(const BuildLine<int>& line) const {
    return {area(line.area), line.keep_armies, line.keep_ships, line.build_armies, line.build_ships, line.levy};
}

Yard<Name> Naming::operator()(const Yard<int>& yard) const { return {area(yard.area), yard.population, yard.armies, yard.ships, yard.units, yard.coast}; }

BuildOptions<Name> Naming::operator()(const BuildOptions<int>& options) const { return {each(options.areas), options.treasury, options.armies, options.ships}; }

MoveOptions<Name> Naming::operator()(const MoveOptions<int>& options) const {
    MoveOptions<Name> out{options.step, each(options.tokens), each(options.ships), options.range, {}, areas(options.open_sea)};
    for (const auto& [from, to] : options.water) out.water.emplace(area(from), areas(to));
    return out;
}

LoseOptions<Name> Naming::operator()(const LoseOptions<int>& options) const {
    return {options.calamity, options.points, options.city, options.spare, each(options.units)};
}

}  // namespace muster::rules::theatre
