// From the core's numbers to the names that everybody else uses.
#pragma once
#include "rules/theatre/lists.hpp"
#include "rules/theatre/questions.hpp"

namespace muster::rules::theatre {

using Name = std::string;

/// The name of a side: a seat's, or "barbarians".
const Name& side_name(const World& world, int side);

/// Choices, options and their parts, each with names instead of numbers.
class Naming {
public:
    explicit Naming(const World& world) : world_(world) {}

    const Name& area(int id) const { return world_.area(id).id; }
    const Name& seat(int side) const { return side_name(world_, side); }
    std::vector<Name> areas(const std::vector<int>& ids) const {
        return each_of(ids, [&](int id) { return area(id); });
    }
    std::vector<Name> seats(const std::vector<int>& sides) const {
        return each_of(sides, [&](int side) { return seat(side); });
    }
    std::map<Name, int> counts(const std::map<int, int>& by_area) const;
    std::map<Name, int> seat_counts(const std::map<int, int>& by_seat) const;

    /// Each of a list.
    template <template <typename> typename Part>
    std::vector<Part<Name>> each(const std::vector<Part<int>>& list) const {
        return each_of(list, [&](const Part<int>& part) { return (*this)(part); });
    }

    Tax<Name> operator()(const Tax<int>& choice) const { return {choice.rate}; }
    Expand<Name> operator()(const Expand<int>& choice) const { return {counts(choice.areas)}; }
    BuildLine<Name> operator()(const BuildLine<int>& line) const;
    Build<Name> operator()(const Build<int>& choice) const { return {each(choice.areas), choice.release}; }
    March<Name> operator()(const March<int>& march) const { return {area(march.from), area(march.to), march.population, march.armies}; }
    Voyage<Name> operator()(const Voyage<int>& voyage) const { return {area(voyage.ship), areas(voyage.route), voyage.cargo}; }
    Move<Name> operator()(const Move<int>& choice) const { return {each(choice.marches), each(choice.voyages)}; }
    Losses<Name> operator()(const Losses<int>& choice) const { return {counts(choice.armies)}; }
    NewCity<Name> operator()(const NewCity<int>& city) const { return {area(city.area), city.treasury}; }
    Found<Name> operator()(const Found<int>& choice) const { return {each(choice.cities)}; }
    Support<Name> operator()(const Support<int>& choice) const { return {choice.give_up, area(choice.area)}; }
    Site<Name> operator()(const Site<int>& choice) const { return {area(choice.area)}; }
    Allot<Name> operator()(const Allot<int>& choice) const { return {seat_counts(choice.seats)}; }
    Reduce<Name> operator()(const Reduce<int>& choice) const { return {areas(choice.areas)}; }
    Units<Name> operator()(const Units<int>& units) const { return {area(units.area), units.population, units.armies, units.city}; }
    Lose<Name> operator()(const Lose<int>& choice) const { return {each(choice.units)}; }
    Faction<Name> operator()(const Faction<int>& choice) const { return {each(choice.units)}; }
    Keep<Name> operator()(const Keep<int>& choice) const { return {choice.faction}; }

    TaxOptions<Name> operator()(const TaxOptions<int>& options) const { return {options.cities, options.stock}; }
    ExpandOptions<Name> operator()(const ExpandOptions<int>& options) const { return {counts(options.caps), options.total}; }
    Yard<Name> operator()(const Yard<int>& yard) const;
    BuildOptions<Name> operator()(const BuildOptions<int>& options) const;
    Troop<Name> operator()(const Troop<int>& troop) const { return {area(troop.area), troop.population, troop.armies, areas(troop.to)}; }
    Harbour<Name> operator()(const Harbour<int>& harbour) const { return {area(harbour.area), harbour.ships}; }
    MoveOptions<Name> operator()(const MoveOptions<int>& options) const;
    Toll<Name> operator()(const Toll<int>& toll) const { return {area(toll.area), toll.lost, toll.population, toll.armies}; }
    LossesOptions<Name> operator()(const LossesOptions<int>& options) const { return {each(options.areas)}; }
    Ground<Name> operator()(const Ground<int>& ground) const { return {area(ground.area), ground.population, ground.needed}; }
    FoundOptions<Name> operator()(const FoundOptions<int>& options) const { return {each(options.areas), options.cities, options.treasury}; }
    SupportOptions<Name> operator()(const SupportOptions<int>& options) const { return {options.missing, each(options.choices)}; }
    SiteOptions<Name> operator()(const SiteOptions<int>& options) const { return {options.calamity, areas(options.choices)}; }
    AllotOptions<Name> operator()(const AllotOptions<int>& options) const { return {options.calamity, seat_counts(options.caps), options.total}; }
    ReduceOptions<Name> operator()(const ReduceOptions<int>& options) const { return {options.count, areas(options.areas)}; }
    LoseOptions<Name> operator()(const LoseOptions<int>& options) const;
    FactionOptions<Name> operator()(const FactionOptions<int>& options) const { return {seat(options.of), (*this)(options.units)}; }
    Party<Name> operator()(const Party<int>& party) const { return {party.faction, each(party.units)}; }
    KeepOptions<Name> operator()(const KeepOptions<int>& options) const { return {each(options.choices)}; }

private:
    const World& world_;
};

}  // namespace muster::rules::theatre
