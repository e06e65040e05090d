// The setup as players write it, and its translation into the typed core.
#pragma once
#include <string>
#include <vector>

#include "rules/armies/conflict.hpp"
#include "rules/fields.hpp"

namespace muster::rules::armies {

using civilization::seat_name;
using civilization::seat_names;

inline constexpr int tokens_max = 1000;  ///< of a sort and side
inline constexpr int extra_max = 100;

enum class Advance : std::uint8_t { metalworking, military, mathematics };
constexpr EnumNames<Advance, 3> names_of(Advance) {
    return {{{Advance::metalworking, "metalworking"}, {Advance::military, "military"}, {Advance::mathematics, "mathematics"}}};
}

enum class Side : std::uint8_t { attacker, defender };
constexpr EnumNames<Side, 2> names_of(Side) { return {{{Side::attacker, "attacker"}, {Side::defender, "defender"}}}; }

struct SideSetup {
    int population = 0;
    int armies = 0;
    std::vector<Advance> advances;
    int extra_advantage = 0;
    static void fields(auto& visit, auto& self) {
        visit("population", self.population, Rule{.optional = true, .min = 0, .max = tokens_max, .about = "population tokens in the area"});
        visit("armies", self.armies, Rule{.optional = true, .min = 0, .max = tokens_max, .about = "army tokens in the area"});
        visit("advances", self.advances, Rule{.optional = true, .max = 3, .about = "at most once each"});
        visit("extra_advantage", self.extra_advantage, Rule{.optional = true, .min = 0, .max = extra_max, .about = "advantage levels granted by other rules"});
    }
};

/// One of several nations in an area: its seat, and what a side has.
struct NationSetup {
    std::string seat;
    SideSetup side;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{.min = 1, .max = 20, .about = "small letters, digits and _, each name once"});
        SideSetup::fields(visit, self.side);
    }
};

struct CitySetup {
    std::vector<Side> engineering;
    static void fields(auto& visit, auto& self) {
        visit("engineering", self.engineering, Rule{.optional = true, .max = 2, .about = "who has Engineering; at most once each"});
    }
};

struct Setup {
    std::optional<SideSetup> attacker;
    std::optional<SideSetup> defender;
    std::vector<NationSetup> nations;
    std::optional<int> population_limit;
    std::optional<CitySetup> city;
    static void fields(auto& visit, auto& self) {
        visit("attacker", self.attacker, Rule{.sparse = true});
        visit("defender", self.defender, Rule{.sparse = true});
        visit("nations", self.nations,
              Rule{.sparse = true,
                   .max = static_cast<std::int64_t>(seats_max),
                   .about = "instead of attacker and defender: two or more, each with a seat of its own; no city"});
        visit("population_limit", self.population_limit,
              Rule{.sparse = true, .min = 0, .max = tokens_max, .about = "how many tokens may stay in the area; may be left out only if there is a city"});
        visit("city", self.city, Rule{.sparse = true, .about = "the defender's city is attacked; absent or null: there is none"});
    }
};

/// Reads a setup strictly: bad_setup with the path of what is wrong.
std::expected<Conflict, Refusal> read_setup(const Json& json);
/// The same setup in full (Ruleset::resolve).
std::expected<Setup, Refusal> resolve_setup(const Json& json);

}  // namespace muster::rules::armies
