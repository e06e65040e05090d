// What each decision offers: all that is legal follows from it. `Id` as in choices.hpp.
#pragma once
#include <algorithm>
#include <optional>

#include "rules/theatre/choices.hpp"
#include "rules/theatre/world.hpp"

namespace muster::rules::theatre {

template <typename Id>
struct TaxOptions {
    int cities = 0;
    int stock = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "cities", self.cities, "stock", self.stock); }
};

template <typename Id>
struct ExpandOptions {
    std::map<Id, int> caps;
    int total = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "caps", self.caps, "total", self.total); }
};

template <typename Id>
struct Yard {
    Id area{};
    int population = 0;
    int armies = 0;
    int ships = 0;
    bool units = false;  ///< own units are there
    bool coast = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "area", self.area, "population", self.population, "armies", self.armies, "ships", self.ships, "units", self.units, "coast",
                    self.coast);
    }
};

template <typename Id>
struct BuildOptions {
    std::vector<Yard<Id>> areas;
    int treasury = 0;
    int armies = 0;  ///< pieces
    int ships = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "areas", self.areas, "treasury", self.treasury, "armies", self.armies, "ships", self.ships);
    }
};

template <typename Id>
struct Troop {
    Id area{};
    int population = 0;
    int armies = 0;
    std::vector<Id> to;
    static void fields(auto& visit, auto& self) { list_fields(visit, "area", self.area, "population", self.population, "armies", self.armies, "to", self.to); }
};

template <typename Id>
struct Harbour {
    Id area{};
    int ships = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "area", self.area, "ships", self.ships); }
};

template <typename Id>
struct MoveOptions {
    int step = 1;
    std::vector<Troop<Id>> tokens;
    std::vector<Harbour<Id>> ships;
    int range = 0;
    std::map<Id, std::vector<Id>> water;
    std::vector<Id> open_sea;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "step", self.step, "tokens", self.tokens, "ships", self.ships, "range", self.range, "water", self.water, "open_sea", self.open_sea);
    }
};

template <typename Id>
struct Toll {
    Id area{};
    int lost = 0;
    int population = 0;
    int armies = 0;

    int armies_min() const { return std::max(0, lost - population); }
    int armies_max() const { return std::min(lost, armies); }
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "area", self.area, "lost", self.lost, "population", self.population, "armies", self.armies);
    }
};

template <typename Id>
struct LossesOptions {
    std::vector<Toll<Id>> areas;
    static void fields(auto& visit, auto& self) { list_fields(visit, "areas", self.areas); }
};

template <typename Id>
struct Ground {
    Id area{};
    int population = 0;
    int needed = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "area", self.area, "population", self.population, "needed", self.needed); }
};

template <typename Id>
struct FoundOptions {
    std::vector<Ground<Id>> areas;
    int cities = 0;    ///< pieces left
    int treasury = 0;  ///< 0 without Architecture
    static void fields(auto& visit, auto& self) { list_fields(visit, "areas", self.areas, "cities", self.cities, "treasury", self.treasury); }
};

template <typename Id>
struct SupportOptions {
    int missing = 0;
    std::vector<Support<Id>> choices;
    static void fields(auto& visit, auto& self) { list_fields(visit, "missing", self.missing, "choices", self.choices); }
};

template <typename Id>
struct SiteOptions {
    Calamity calamity = Calamity::earthquake;
    std::vector<Id> choices;
    static void fields(auto& visit, auto& self) { list_fields(visit, "calamity", self.calamity, "choices", self.choices); }
};

template <typename Id>
struct AllotOptions {
    Calamity calamity = Calamity::famine;
    std::map<Id, int> caps;
    int total = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "calamity", self.calamity, "caps", self.caps, "total", self.total); }
};

template <typename Id>
struct ReduceOptions {
    int count = 0;
    std::vector<Id> areas;  ///< sites first, then by the map
    static void fields(auto& visit, auto& self) { list_fields(visit, "count", self.count, "areas", self.areas); }
};

template <typename Id>
struct LoseOptions {
    Calamity calamity = Calamity::famine;
    int points = 0;
    int city = 5;   ///< points of one
    int spare = 0;  ///< so many tokens stay in each area, a city that goes leaves as many
    std::vector<Units<Id>> units;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "calamity", self.calamity, "points", self.points, "city", self.city, "spare", self.spare, "units", self.units);
    }
};

template <typename Id>
struct FactionOptions {
    Id of{};  ///< the seat whose units they are
    LoseOptions<Id> units{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "of", self.of);
        LoseOptions<Id>::fields(visit, self.units);
    }
};

template <typename Id>
struct Party {
    Which faction = Which::first;
    std::vector<Units<Id>> units;
    static void fields(auto& visit, auto& self) { list_fields(visit, "faction", self.faction, "units", self.units); }
};

template <typename Id>
struct KeepOptions {
    std::vector<Party<Id>> choices;
    static void fields(auto& visit, auto& self) { list_fields(visit, "choices", self.choices); }
};

/// In the order of Choice.
using Options =
    std::variant<TaxOptions<int>, ExpandOptions<int>, BuildOptions<int>, MoveOptions<int>, LossesOptions<int>, FoundOptions<int>, SupportOptions<int>,
                 SiteOptions<int>, AllotOptions<int>, ReduceOptions<int>, LoseOptions<int>, FactionOptions<int>, KeepOptions<int>>;

/// What a seat must decide, and once it has, how. `forced`: there was nothing else to choose.
struct Question {
    int seat = 0;
    Options options;
    std::optional<Choice> answer{};
    bool forced = false;

    void force(Choice only) {
        answer = std::move(only);
        forced = true;
    }

    template <typename Each>
    const Each& of() const {
        return std::get<Each>(options);
    }
};

/// The questions of a group, which are asked at once, in seat order.
using Questions = std::vector<Question>;

}  // namespace muster::rules::theatre
