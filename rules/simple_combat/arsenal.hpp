// Weapons and profiles of units, as data. A setup may add some and put its own in the place of ours.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/fields.hpp"
#include "rules/simple_combat/game.hpp"

namespace muster::rules::simple_combat {

/// E18: what a weapon does better or worse, as a setup writes it.
struct SpecialEntry {
    std::optional<std::string> terrain{};
    std::optional<int> armour_from{};
    std::optional<int> armour_to{};
    int to_hit = 0;
    int to_damage = 0;
    static void fields(auto& visit, auto& self) {
        visit("terrain", self.terrain, Rule{.sparse = true, .min = 1, .max = 40, .about = "at a target in this terrain"});
        visit("armour_from", self.armour_from, Rule{.sparse = true, .min = -armour_max, .max = armour_max, .about = "at a target with this armour or worse"});
        visit("armour_to", self.armour_to, Rule{.sparse = true, .min = -armour_max, .max = armour_max, .about = "at a target with this armour or better"});
        visit("to_hit", self.to_hit, Rule{.optional = true, .min = -modifier_max, .max = modifier_max, .about = "added to the roll to hit"});
        visit("to_damage", self.to_damage, Rule{.optional = true, .min = -modifier_max, .max = modifier_max, .about = "added to the roll to damage"});
    }
};

/// A weapon as a setup and the catalog write it.
struct WeaponEntry {
    std::string weapon;
    std::string name;
    std::vector<std::optional<int>> to_hit;
    std::vector<std::optional<int>> to_damage;
    int power = 1;
    bool twin = false;
    bool indirect = false;
    bool area = false;
    bool one_shot = false;
    int reload = 0;
    std::vector<SpecialEntry> against{};
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
        visit("area", self.area,
              Rule{.optional = true, .about = "a hit also comes to every unit beside the target, friends too: each has a die to damage of its own"});
        visit("one_shot", self.one_shot, Rule{.optional = true, .about = "fires once in a battle"});
        visit("reload", self.reload, Rule{.optional = true, .min = 0, .max = reload_max, .about = "so many turns after one in which it fired it cannot fire"});
        visit("against", self.against, Rule{.sparse = true, .max = specials_max, .about = "what it does better or worse at some targets"});
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
        visit("move_allowance", self.move_allowance, Rule{.min = 0, .max = move_max});
        visit("armour", self.armour, Rule{.min = -armour_max, .max = armour_max, .about = "added to the roll to damage this unit: negative is better"});
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
    /// `terrains`: the ids that weapons may name.
    std::expected<Arsenal, Refusal> extended(const std::vector<WeaponEntry>& weapons, const std::vector<ProfileEntry>& profiles,
                                             std::span<const std::string_view> terrains) const;

    const std::vector<WeaponEntry>& weapons() const { return weapons_; }
    const std::vector<ProfileEntry>& profiles() const { return profiles_; }
    const WeaponEntry* weapon(std::string_view id) const;
    const ProfileEntry* profile(std::string_view id) const;

    /// For the typed core; the weapons of a kind with `twin` are paired in their order.
    Profile compiled(const ProfileEntry& entry, std::span<const std::string_view> terrains) const;

private:
    std::vector<WeaponEntry> weapons_{};
    std::vector<ProfileEntry> profiles_{};
};

/// Whether it can be an id: small letters, digits and _.
bool is_id(std::string_view word);

}  // namespace muster::rules::simple_combat
