// The setup as players write it, and its translation into the typed core.
#pragma once
#include <expected>
#include <map>
#include <memory>

#include "rules/fields.hpp"
#include "rules/theatre/world.hpp"

namespace muster::rules::theatre {

inline constexpr int turns_max = 40;
inline constexpr int borders_max = 600;
inline constexpr int limit_max = 9;
inline constexpr int tokens_min = 10;
inline constexpr int tokens_max = 99;
inline constexpr int armies_max = 9;
inline constexpr int ships_max = 9;
inline constexpr int cities_max = 20;
inline constexpr int listed_max = 100;
inline constexpr int extra_max = 100;
inline constexpr int name_max = 40;

struct AreaSetup {
    std::string area;
    std::string name;
    std::optional<int> limit;
    bool city_site = false;
    std::optional<std::string> flood_plain;
    std::optional<std::string> volcano;
    bool open_sea = false;
    static void fields(auto& visit, auto& self) {
        visit("area", self.area, Rule{.min = 1, .max = name_max, .about = "a word: small letters, digits, _"});
        visit("name", self.name, Rule{.optional = true, .max = name_max});
        visit("limit", self.limit, Rule{.sparse = true, .min = 1, .max = limit_max, .about = "tokens that the land feeds; left out of open sea alone"});
        visit("city_site", self.city_site, Rule{.optional = true, .about = "a city needs 6 population here instead of 12"});
        visit("flood_plain", self.flood_plain, Rule{.sparse = true, .min = 1, .max = name_max, .about = "areas with the same word share one"});
        visit("volcano", self.volcano, Rule{.sparse = true, .min = 1, .max = name_max, .about = "areas with the same word share one"});
        visit("open_sea", self.open_sea, Rule{.optional = true, .about = "only ships with Astronomy pass, none stays"});
    }
};

struct NationSetup {
    std::string seat;
    std::string name;
    std::vector<Advance> advances;
    int extra_advantage = 0;
    int treasury = 0;
    std::map<std::string, int> population;
    std::map<std::string, int> armies;
    std::map<std::string, int> ships;
    std::vector<std::string> cities;
    std::optional<std::vector<std::string>> start;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{.min = 1, .max = name_max, .about = "a word: small letters, digits, _"});
        visit("name", self.name, Rule{.optional = true, .max = name_max});
        visit("advances", self.advances, Rule{.optional = true, .max = advances_count, .about = "at most once each"});
        visit("extra_advantage", self.extra_advantage, Rule{.optional = true, .min = 0, .max = extra_max, .about = "levels granted by other rules"});
        visit("treasury", self.treasury, Rule{.optional = true, .min = 0, .max = tokens_max});
        visit("population", self.population, Rule{.optional = true, .max = areas_max, .each_min = 0, .each_max = tokens_max, .about = "tokens by area"});
        visit("armies", self.armies, Rule{.optional = true, .max = areas_max, .each_min = 0, .each_max = armies_max, .about = "army tokens by area"});
        visit("ships", self.ships, Rule{.optional = true, .max = areas_max, .each_min = 0, .each_max = ships_max, .about = "ships by coast"});
        visit("cities", self.cities, Rule{.optional = true, .max = cities_max, .about = "areas"});
        visit("start", self.start, Rule{.sparse = true, .min = 1, .max = areas_max, .about = "areas where barbarians come; without it, where it begins"});
    }
};

struct PiecesSetup {
    int tokens = PieceCounts{}.tokens;
    int armies = PieceCounts{}.armies;
    int ships = PieceCounts{}.ships;
    int cities = PieceCounts{}.cities;
    static void fields(auto& visit, auto& self) {
        visit("tokens", self.tokens, Rule{.optional = true, .min = tokens_min, .max = tokens_max});
        visit("armies", self.armies, Rule{.optional = true, .min = 0, .max = armies_max});
        visit("ships", self.ships, Rule{.optional = true, .min = 0, .max = ships_max});
        visit("cities", self.cities, Rule{.optional = true, .min = 0, .max = cities_max});
    }
};

struct ListedCalamity {
    int turn = 1;
    std::string seat;
    Calamity calamity = Calamity::earthquake;
    static void fields(auto& visit, auto& self) {
        visit("turn", self.turn, Rule{.min = 1, .max = turns_max});
        list_fields(visit, "seat", self.seat, "calamity", self.calamity);
    }
};

struct CalamitiesSetup {
    std::vector<ListedCalamity> listed;
    bool dice = false;
    static void fields(auto& visit, auto& self) {
        visit("listed", self.listed, Rule{.optional = true, .max = listed_max});
        visit("dice", self.dice, Rule{.optional = true, .about = "each nation of two cities or more rolls for them"});
    }
};

struct HouseRules {
    bool sealed_movement = false;
    static void fields(auto& visit, auto& self) {
        visit("sealed_movement", self.sealed_movement, Rule{.optional = true, .about = "all move at once, holders of Military after the others"});
    }
};

using Border = std::vector<std::string>;

struct Setup {
    int turns = 1;
    std::vector<AreaSetup> areas;
    std::vector<Border> land;
    std::vector<Border> water;
    std::vector<NationSetup> nations;
    PiecesSetup pieces;
    std::optional<CalamitiesSetup> calamities;
    HouseRules house_rules;
    static void fields(auto& visit, auto& self) {
        visit("turns", self.turns, Rule{.min = 1, .max = turns_max});
        visit("areas", self.areas, Rule{.min = 1, .max = areas_max, .about = "the map's order is this list's"});
        visit("land", self.land, Rule{.optional = true, .max = borders_max, .each_min = 2, .each_max = 2, .about = "borders, each pair once"});
        visit("water", self.water, Rule{.optional = true, .max = borders_max, .each_min = 2, .each_max = 2, .about = "borders, each pair once"});
        visit("nations", self.nations, Rule{.min = 2, .max = nations_max, .about = "their order breaks all ties"});
        visit("pieces", self.pieces, Rule{.optional = true, .about = "of each nation"});
        visit("calamities", self.calamities, Rule{.sparse = true, .about = "without it there are none"});
        visit("house_rules", self.house_rules, Rule{.optional = true});
    }
};

/// Reads a setup strictly: bad_setup with the path of what is wrong.
std::expected<std::shared_ptr<const World>, Refusal> read_setup(const Json& json);
/// The same setup in full (Ruleset::resolve).
std::expected<Setup, Refusal> resolve_setup(const Json& json);

}  // namespace muster::rules::theatre
