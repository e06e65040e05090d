// The setup as players write it, and its translation into the typed core.
#pragma once
#include <memory>

#include "rules/simple_combat/arsenal.hpp"

namespace muster::rules::simple_combat {

constexpr EnumNames<Grid, 3> names_of(Grid) { return {{{Grid::hex, "hex"}, {Grid::square, "square"}, {Grid::free, "free"}}}; }

/// E12: what range and sight are taken to.
enum class SightTo { centre, edge };
constexpr EnumNames<SightTo, 2> names_of(SightTo) { return {{{SightTo::centre, "centre"}, {SightTo::edge, "edge"}}}; }

/// E14: what decides, apart from a side's destruction.
enum class Decides { points, destruction, to_the_end };
constexpr EnumNames<Decides, 3> names_of(Decides) {
    return {{{Decides::points, "points"}, {Decides::destruction, "destruction"}, {Decides::to_the_end, "to_the_end"}}};
}

constexpr EnumNames<NoShot, 3> names_of(NoShot) { return {{{NoShot::beyond_range, "too_far"}, {NoShot::range_gap, "too_near"}, {NoShot::no_sight, "unseen"}}}; }

/// Of a setup's own profiles: as many as there can be units, so that a resolved setup has room for all that it uses, and for their weapons.
inline constexpr int profiles_max = 2 * units_max;

struct UnitSetup {
    std::string id;
    std::string profile;
    Place at{};
    static void fields(auto& visit, auto& self) {
        visit("id", self.id, Rule{.min = 1, .max = 40, .about = "lower-case letters, digits and _; unique in the battle"});
        visit("profile", self.profile, Rule{.min = 1, .max = 40});
        visit("at", self.at, Rule{.about = "[q,r] on hexes, [x,y] on squares, [x,y] in tenths of a DU on a free field"});
    }
};

struct SideSetup {
    std::vector<UnitSetup> units;
    static void fields(auto& visit, auto& self) { visit("units", self.units, Rule{.min = 1, .max = units_max}); }
};

/// A kind of ground and where it lies (E17).
struct TerrainEntry {
    std::string terrain;
    std::string name;
    int cost = 1;
    int to_hit = 0;
    int to_damage = 0;
    bool blocks_sight = false;
    std::vector<Place> cells;
    static void fields(auto& visit, auto& self) {
        visit("terrain", self.terrain, Rule{.min = 1, .max = 40, .about = "an id: lower-case letters, digits and _"});
        visit("name", self.name, Rule{.sparse = true, .max = 80});
        visit("cost", self.cost, Rule{.optional = true, .min = 1, .max = move_max, .about = "of the move allowance, to enter a cell"});
        visit("to_hit", self.to_hit,
              Rule{.optional = true, .min = -modifier_max, .max = modifier_max, .about = "added to the roll to hit a unit in it: negative is cover"});
        visit("to_damage", self.to_damage,
              Rule{.optional = true, .min = -modifier_max, .max = modifier_max, .about = "added to the roll to damage a unit in it"});
        visit("blocks_sight", self.blocks_sight, Rule{.optional = true, .about = "nobody sees through a cell of it, though into it and out of it"});
        visit("cells", self.cells, Rule{.max = side_max * side_max});
    }
};

struct HouseRules {
    bool natural = false;
    bool redirect = false;
    bool units_block_los = false;
    SightTo sight = SightTo::centre;
    int fire_scale = 1;
    Decides decides = Decides::points;
    bool premeasure = true;
    bool burning = false;
    static void fields(auto& visit, auto& self) {
        visit("natural", self.natural, Rule{.optional = true, .about = "an unmodified 1 always fails, an unmodified 6 always succeeds"});
        visit("redirect", self.redirect, Rule{.optional = true, .about = "a shot at a unit already destroyed is redirected to another target"});
        visit("units_block_los", self.units_block_los, Rule{.optional = true, .about = "units block lines of sight as impassable cells do"});
        visit("sight", self.sight,
              Rule{.optional = true, .about = "range and sight are taken to the target's centre, or to its edge, of which a quarter must be seen"});
        visit("fire_scale", self.fire_scale, Rule{.optional = true, .min = 1, .max = fire_scale_max, .about = "cells to each DU of a weapon's range"});
        visit("decides", self.decides,
              Rule{.optional = true,
                   .about = "points, after turn_limit; or destruction alone, whatever turn_limit says: nobody has won after 100 turns or, to_the_end, after "
                            "100 in a row without damage"});
        visit("premeasure", self.premeasure,
              Rule{.optional = true, .about = "options tell ranges and targets; if not, a shot may be fired at any enemy and misses what it cannot reach"});
        visit("burning", self.burning, Rule{.optional = true, .about = "at the end of a turn, units damaged in it roll a die: on 5 or 6 they lose 1 more"});
    }
};

struct Setup {
    Grid grid = Grid::hex;
    int width = 21;
    int height = 21;
    std::vector<Place> impassable;
    std::vector<Polygon> polygons;
    std::vector<TerrainEntry> terrain;
    SideSetup north;
    SideSetup south;
    int turn_limit = 15;
    std::vector<ProfileEntry> profiles;
    std::vector<WeaponEntry> weapons;
    HouseRules house_rules;
    static void fields(auto& visit, auto& self) {
        visit("grid", self.grid,
              Rule{.optional = true,
                   .about = "hex: axial [q,r], column q + r/2 of row r; square: [x,y] with 8 neighbours; free: no cells, [x,y] in tenths of a DU"});
        visit("width", self.width, Rule{.optional = true, .min = 1, .max = side_max});
        visit("height", self.height, Rule{.optional = true, .min = 1, .max = side_max});
        visit("impassable", self.impassable, Rule{.sparse = true, .max = side_max * side_max});
        visit("polygons", self.polygons,
              Rule{.sparse = true,
                   .max = polygons_max,
                   .each_min = corners_min,
                   .each_max = corners_max,
                   .about = "what is impassable on a free field: the corners of each polygon, in tenths of a DU; apart, and none crossing itself"});
        visit("terrain", self.terrain, Rule{.sparse = true, .max = terrains_max, .about = "kinds of ground other than open, each with its cells"});
        list_fields(visit, "north", self.north, "south", self.south);
        visit("turn_limit", self.turn_limit, Rule{.optional = true, .min = 1, .max = turns_max});
        visit("profiles", self.profiles, Rule{.sparse = true, .max = profiles_max, .about = "profiles in addition to the standard ones, or replacing them"});
        visit("weapons", self.weapons,
              Rule{.sparse = true, .max = profiles_max * weapons_max, .about = "weapons in addition to the standard ones, or replacing them"});
        visit("house_rules", self.house_rules, Rule{.optional = true});
    }
};

/// A setup ready to be played: the core's numbers, and the words that events and choices use for them.
struct Table {
    Game game;
    std::vector<std::string> units;                 ///< ids, by unit
    std::vector<std::string> profiles;              ///< ids, by the core's profile
    std::vector<std::vector<std::string>> weapons;  ///< ids, by the core's profile and weapon

    const std::string& id_of(int unit) const { return units[static_cast<std::size_t>(unit)]; }
    const std::string& profile_of(int unit) const { return profiles[static_cast<std::size_t>(game.units[static_cast<std::size_t>(unit)].profile)]; }
    const std::string& weapon_of(int unit, int weapon) const {
        return weapons[static_cast<std::size_t>(game.units[static_cast<std::size_t>(unit)].profile)][static_cast<std::size_t>(weapon)];
    }
    /// By id; nothing if there is no such unit.
    std::optional<int> unit_named(std::string_view id) const;
};

/// Reads a setup strictly: bad_setup with the path of what is wrong.
std::expected<std::shared_ptr<const Table>, Refusal> read_setup(const Json& json);
/// The same setup in full (Ruleset::resolve).
std::expected<Setup, Refusal> resolve_setup(const Json& json);

/// "north", "south".
const std::vector<std::string>& seat_names();
const std::string& seat_name(int seat);

/// "[2,-1]".
std::string text_of(Place place);

}  // namespace muster::rules::simple_combat
