// The map and what a campaign begins with: compiled from the setup once, shared by all its moments, never changed.
#pragma once
#include <array>
#include <bitset>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rules/armies/game.hpp"
#include "rules/field_list.hpp"

namespace muster::rules::theatre {

inline constexpr int nations_max = 6;
inline constexpr int areas_max = 100;

enum class Advance : std::uint8_t {
    metalworking,
    military,
    mathematics,
    roadbuilding,
    cloth_making,
    astronomy,
    engineering,
    agriculture,
    architecture,
    coinage,
    medicine,
    music,
    drama,
    democracy,
    law,
    philosophy,
    theology,
    mysticism,
    deism,
    enlightenment,
};
inline constexpr int advances_count = 20;
constexpr EnumNames<Advance, advances_count> names_of(Advance) {
    using enum Advance;
    return {{{metalworking, "metalworking"},
             {military, "military"},
             {mathematics, "mathematics"},
             {roadbuilding, "roadbuilding"},
             {cloth_making, "cloth_making"},
             {astronomy, "astronomy"},
             {engineering, "engineering"},
             {agriculture, "agriculture"},
             {architecture, "architecture"},
             {coinage, "coinage"},
             {medicine, "medicine"},
             {music, "music"},
             {drama, "drama"},
             {democracy, "democracy"},
             {law, "law"},
             {philosophy, "philosophy"},
             {theology, "theology"},
             {mysticism, "mysticism"},
             {deism, "deism"},
             {enlightenment, "enlightenment"}}};
}

/// In the order in which they are resolved (F19).
enum class Calamity : std::uint8_t {
    earthquake,
    famine,
    superstition,
    civil_war,
    slave_revolt,
    flood,
    barbarians,
    epidemic,
    civil_disorder,
    iconoclasm,
};
inline constexpr int calamities_count = 10;
constexpr EnumNames<Calamity, calamities_count> names_of(Calamity) {
    using enum Calamity;
    return {{{earthquake, "earthquake"},
             {famine, "famine"},
             {superstition, "superstition"},
             {civil_war, "civil_war"},
             {slave_revolt, "slave_revolt"},
             {flood, "flood"},
             {barbarians, "barbarians"},
             {epidemic, "epidemic"},
             {civil_disorder, "civil_disorder"},
             {iconoclasm, "iconoclasm"}}};
}

struct Area {
    std::string id;
    std::string name;
    int limit = 0;  ///< tokens that the land feeds
    bool open_sea = false;
    bool city_site = false;
    bool coast = false;                ///< ships may be here
    std::optional<int> flood_plain{};  ///< index into World::plains
    std::optional<int> volcano{};      ///< index into World::volcanoes
    std::vector<int> land{};           ///< neighbours, in the map's order
    std::vector<int> water{};
    std::vector<int> neighbours{};  ///< over land or water
};

struct Nation {
    std::string seat;
    std::string name;
    std::bitset<advances_count> advances{};
    int extra_advantage = 0;
    std::vector<int> start{};  ///< where barbarians come (F24)

    bool has(Advance advance) const { return advances[static_cast<std::size_t>(advance)]; }
    armies::Advances combat() const { return {has(Advance::metalworking), has(Advance::military), has(Advance::mathematics), extra_advantage}; }
};

/// How many each nation has (F1).
struct PieceCounts {
    int tokens = 55;
    int armies = 4;
    int ships = 4;
    int cities = 9;
};

struct Strike {
    Calamity calamity = Calamity::earthquake;
    int seat = 0;
    bool operator==(const Strike&) const = default;
};

/// What stands in an area at the start.
struct Standing {
    int area = 0;
    int seat = 0;
    int population = 0;
    int armies = 0;
    int ships = 0;
    bool city = false;
};

struct World {
    int turns = 1;
    std::vector<Area> areas;
    std::vector<Nation> nations;
    std::vector<std::string> seats;
    PieceCounts pieces;
    std::vector<std::vector<int>> plains;     ///< the areas of each flood plain, by the map
    std::vector<std::vector<int>> volcanoes;  ///< likewise
    std::vector<std::vector<Strike>> listed;  ///< calamities of each turn, from turn 1
    bool calamity_dice = false;
    bool sealed_movement = false;
    std::vector<int> treasury;  ///< by seat, at the start
    std::vector<Standing> start;
    std::unordered_map<std::string, int> index;  ///< areas by id

    int area_count() const { return static_cast<int>(areas.size()); }
    int seat_count() const { return static_cast<int>(nations.size()); }
    const Area& area(int id) const { return areas[static_cast<std::size_t>(id)]; }
    const Nation& nation(int seat) const { return nations[static_cast<std::size_t>(seat)]; }
    bool has(int seat, Advance advance) const { return nation(seat).has(advance); }
    /// The side that has no seat comes after them.
    int barbarians() const { return seat_count(); }
    bool is_seat(int side) const { return side < seat_count(); }
};

}  // namespace muster::rules::theatre
