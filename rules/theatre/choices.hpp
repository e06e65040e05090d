// What is decided, and what of it is offered. Each struct stands for the core, which speaks of areas and seats by their index, and for
// what players write, who name them: `Id` is one or the other.
#pragma once
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "rules/field_list.hpp"

namespace muster::rules::theatre {

inline constexpr int many = 1'000;  ///< more than there can be of anything that is counted

/// Rules of what players write.
inline constexpr Rule count_rule{.optional = true, .min = 0, .max = many};
inline constexpr Rule list_rule{.optional = true, .max = many};

// ---- taxes, growth, construction -----------------------------------------------------------------------------------

template <typename Id>
struct Tax {
    int rate = 2;
    static void fields(auto& visit, auto& self) { visit("rate", self.rate, Rule{.min = 1, .max = 3, .about = "tokens for each city"}); }
};

template <typename Id>
struct Expand {
    std::map<Id, int> areas;
    static void fields(auto& visit, auto& self) {
        visit("areas", self.areas, Rule{.optional = true, .max = many, .each_min = 0, .each_max = many, .about = "how many tokens grow where"});
    }
};

template <typename Id>
struct BuildLine {
    Id area{};
    int keep_armies = 0;
    int keep_ships = 0;
    int build_armies = 0;
    int build_ships = 0;
    int levy = 0;

    int cost() const { return keep_armies + keep_ships + 2 * (build_armies + build_ships); }
    bool idle() const { return keep_armies + keep_ships + build_armies + build_ships + levy == 0; }
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "area", self.area);
        visit("keep_armies", self.keep_armies, count_rule);
        visit("keep_ships", self.keep_ships, count_rule);
        visit("build_armies", self.build_armies, count_rule);
        visit("build_ships", self.build_ships, count_rule);
        visit("levy", self.levy, Rule{.optional = true, .min = 0, .max = many, .about = "so much of the cost is population from there"});
    }
};

template <typename Id>
struct Build {
    std::vector<BuildLine<Id>> areas;
    int release = 0;
    static void fields(auto& visit, auto& self) {
        visit("areas", self.areas, list_rule);
        visit("release", self.release, Rule{.optional = true, .min = 0, .max = many, .about = "treasury tokens that return to stock"});
    }
};

// ---- movement ------------------------------------------------------------------------------------------------------

template <typename Id>
struct March {
    Id from{};
    Id to{};
    int population = 0;
    int armies = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "from", self.from, "to", self.to);
        visit("population", self.population, count_rule);
        visit("armies", self.armies, count_rule);
    }
};

struct Cargo {
    int on = 0;  ///< a place of the route, 0: the harbour that the ship leaves
    int off = 0;
    int population = 0;
    int armies = 0;
    int tokens() const { return population + armies; }
    static void fields(auto& visit, auto& self) {
        visit("on", self.on, Rule{.optional = true, .min = 0, .max = many, .about = "a place of the route, 0: the harbour that the ship leaves"});
        visit("off", self.off, Rule{.optional = true, .min = 0, .max = many, .about = "a later one"});
        visit("population", self.population, count_rule);
        visit("armies", self.armies, count_rule);
    }
};

template <typename Id>
struct Voyage {
    Id ship{};
    std::vector<Id> route;
    std::vector<Cargo> cargo;

    const Id& place(int step) const { return step == 0 ? ship : route[static_cast<std::size_t>(step - 1)]; }
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "ship", self.ship);
        visit("route", self.route, Rule{.min = 1, .max = 10, .about = "the areas that the ship enters, the last not open sea"});
        visit("cargo", self.cargo, list_rule);
    }
};

template <typename Id>
struct Move {
    std::vector<March<Id>> marches;
    std::vector<Voyage<Id>> voyages;
    static void fields(auto& visit, auto& self) {
        visit("marches", self.marches, list_rule);
        visit("voyages", self.voyages, list_rule);
    }
};

// ---- conflict, cities, support -------------------------------------------------------------------------------------

template <typename Id>
struct Losses {
    std::map<Id, int> armies;
    static void fields(auto& visit, auto& self) {
        visit("armies", self.armies, Rule{.optional = true, .max = many, .each_min = 0, .each_max = many, .about = "so many of the lost tokens are armies"});
    }
};

template <typename Id>
struct NewCity {
    Id area{};
    int treasury = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "area", self.area);
        visit("treasury", self.treasury, Rule{.optional = true, .min = 0, .max = many, .about = "so much of it the treasury pays"});
    }
};

template <typename Id>
struct Found {
    std::vector<NewCity<Id>> cities;
    static void fields(auto& visit, auto& self) { visit("cities", self.cities, list_rule); }
};

enum class GiveUp : std::uint8_t { army, city };
constexpr EnumNames<GiveUp, 2> names_of(GiveUp) { return {{{GiveUp::army, "army"}, {GiveUp::city, "city"}}}; }

template <typename Id>
struct Support {
    GiveUp give_up = GiveUp::army;
    Id area{};
    bool operator==(const Support&) const = default;
    static void fields(auto& visit, auto& self) { list_fields(visit, "give_up", self.give_up, "area", self.area); }
};

// ---- calamities ----------------------------------------------------------------------------------------------------

template <typename Id>
struct Site {
    Id area{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "area", self.area); }
};

template <typename Id>
struct Allot {
    std::map<Id, int> seats;
    static void fields(auto& visit, auto& self) {
        visit("seats", self.seats, Rule{.optional = true, .max = many, .each_min = 0, .each_max = many, .about = "what each loses"});
    }
};

template <typename Id>
struct Reduce {
    std::vector<Id> areas;
    static void fields(auto& visit, auto& self) {
        visit("areas", self.areas, Rule{.optional = true, .max = many, .about = "in the order in which the cities fall"});
    }
};

/// Units of one nation in an area.
template <typename Id>
struct Units {
    Id area{};
    int population = 0;
    int armies = 0;
    bool city = false;

    int tokens() const { return population + armies; }
    bool none() const { return tokens() == 0 && !city; }
    bool operator==(const Units&) const = default;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "area", self.area);
        visit("population", self.population, count_rule);
        visit("armies", self.armies, count_rule);
        visit("city", self.city, Rule{.optional = true});
    }
};

template <typename Id>
struct Lose {
    std::vector<Units<Id>> units;
    static void fields(auto& visit, auto& self) { visit("units", self.units, list_rule); }
};

template <typename Id>
struct Faction {
    std::vector<Units<Id>> units;
    static void fields(auto& visit, auto& self) { visit("units", self.units, list_rule); }
};

enum class Which : std::uint8_t { first, second };
constexpr EnumNames<Which, 2> names_of(Which) { return {{{Which::first, "first"}, {Which::second, "second"}}}; }

template <typename Id>
struct Keep {
    Which faction = Which::first;
    static void fields(auto& visit, auto& self) { list_fields(visit, "faction", self.faction); }
};

/// What the core takes: one of each kind.
using Choice = std::variant<Tax<int>, Expand<int>, Build<int>, Move<int>, Losses<int>, Found<int>, Support<int>, Site<int>, Allot<int>, Reduce<int>, Lose<int>,
                            Faction<int>, Keep<int>>;

}  // namespace muster::rules::theatre
