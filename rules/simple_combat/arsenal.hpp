// Weapons and profiles of units, as data. A setup may add some and put its own in the place of ours.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rules/fields.hpp"
#include "rules/simple_combat/game.hpp"

namespace muster::rules::simple_combat {

/// A weapon as a setup and the catalog write it.
struct WeaponEntry {
    std::string weapon;
    std::string name;
    std::vector<std::optional<int>> to_hit;
    std::vector<std::optional<int>> to_damage;
    int power = 1;
    bool twin = false;
    bool indirect = false;
    static void fields(auto& visit, auto& self) {
        constexpr Rule bands{.min = 1, .max = range_max, .each_min = 1, .each_max = 10};
        Rule hit = bands;
        hit.about = "the die to reach at ranges 1, 2, … 6; null, or beyond the end of the list: cannot fire";
        Rule damage = bands;
        damage.about = "the die to reach at the same ranges";
        visit("weapon", self.weapon, Rule{.min = 1, .max = 40, .about = "an id: lower-case letters, digits and _"});
        visit("name", self.name, Rule{.sparse = true, .max = 80});
        visit("to_hit", self.to_hit, hit);
        visit("to_damage", self.to_damage, damage);
        visit("power", self.power, Rule{.min = 1, .max = capacity_max});
        visit("twin", self.twin, Rule{.optional = true, .about = "two in one unit are a pair: if both fire, each has -1 to hit"});
        visit("indirect", self.indirect, Rule{.optional = true, .about = "needs no line of sight"});
    }
};

/// A profile as a setup and the catalog write it.
struct ProfileEntry {
    std::string profile;
    std::string name;
    int move_allowance = 0;
    int armour = 0;
    int damage_capacity = 1;
    std::vector<std::string> weapons;
    int points = 1;
    static void fields(auto& visit, auto& self) {
        visit("profile", self.profile, Rule{.min = 1, .max = 40, .about = "an id: lower-case letters, digits and _"});
        visit("name", self.name, Rule{.sparse = true, .max = 80});
        visit("move_allowance", self.move_allowance, Rule{.min = 0, .max = 20});
        visit("armour", self.armour, Rule{.min = -6, .max = 6, .about = "added to the roll to damage this unit: negative is better"});
        visit("damage_capacity", self.damage_capacity, Rule{.min = 1, .max = capacity_max});
        visit("weapons", self.weapons, Rule{.max = weapons_max, .each_min = 1, .each_max = 40});
        visit("points", self.points, Rule{.min = 1, .max = points_max});
    }
};

/// The weapons and profiles of a battle, checked: every profile's weapons are known.
class Arsenal {
public:
    /// What every battle knows.
    static const Arsenal& standard();

    /// Adds entries; one with a known id takes its place. Refusals have the paths /weapons/… and /profiles/….
    std::expected<Arsenal, Refusal> extended(const std::vector<WeaponEntry>& weapons, const std::vector<ProfileEntry>& profiles) const;

    const std::vector<WeaponEntry>& weapons() const { return weapons_; }
    const std::vector<ProfileEntry>& profiles() const { return profiles_; }
    const WeaponEntry* weapon(std::string_view id) const;
    const ProfileEntry* profile(std::string_view id) const;

    /// For the typed core; the weapons of a kind with `twin` are paired in their order.
    Profile compiled(const ProfileEntry& entry) const;

private:
    std::vector<WeaponEntry> weapons_{};
    std::vector<ProfileEntry> profiles_{};
};

/// Whether it can be an id: small letters, digits and _.
bool is_id(std::string_view word);

}  // namespace muster::rules::simple_combat
