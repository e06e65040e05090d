#include "rules/simple_combat/arsenal.hpp"

#include <algorithm>

namespace muster::rules::simple_combat {

namespace {

constexpr const char* const id_rule = "an id can only have lowercase letters a-z, digits and _";

std::unexpected<Refusal> bad(std::string message, std::string path) { return refuse(Code::bad_setup, std::move(message), std::move(path)); }

std::optional<Refusal> fault(const SpecialEntry& entry, std::span<const std::string_view> terrains, const std::string& path) {
    const auto because = [&](std::string message, const char* field) { return Refusal{Code::bad_setup, std::move(message), path + field}; };
    if (!entry.terrain && !entry.armour_from && !entry.armour_to) return because("say against what: terrain, armour_from or armour_to", "");
    if (entry.terrain && std::ranges::count(terrains, *entry.terrain) == 0)
        return because("no terrain \"" + *entry.terrain + "\"" + did_you_mean(*entry.terrain, terrains), "/terrain");
    if (entry.armour_from.value_or(-armour_max) > entry.armour_to.value_or(armour_max)) return because("armour_from is above armour_to", "/armour_from");
    if (entry.to_hit == 0 && entry.to_damage == 0) return because("changes nothing: give to_hit or to_damage", "");
    return {};
}

std::optional<Refusal> fault(const WeaponEntry& entry, std::span<const std::string_view> terrains, const std::string& path) {
    if (!is_id(entry.weapon)) return Refusal{Code::bad_setup, id_rule, path + "/weapon"};
    for (std::size_t i = 0; i < range_max; ++i) {
        const bool hits = i < entry.to_hit.size() && entry.to_hit[i];
        const bool damages = i < entry.to_damage.size() && entry.to_damage[i];
        if (hits != damages)
            return Refusal{Code::bad_setup, "at range " + std::to_string(i + 1) + ", give a number to both to_hit and to_damage or to neither",
                           path + (hits ? "/to_damage" : "/to_hit")};
    }
    if (std::ranges::none_of(entry.to_hit, [](const auto& band) { return band.has_value(); }))
        return Refusal{Code::bad_setup, "the weapon cannot fire at any range", path + "/to_hit"};
    if (entry.one_shot && entry.reload > 0) return Refusal{Code::bad_setup, "a weapon that fires once is not reloaded", path + "/reload"};
    for (std::size_t i = 0; i < entry.against.size(); ++i)
        if (auto refusal = fault(entry.against[i], terrains, path + "/against/" + std::to_string(i))) return refusal;
    return {};
}

std::optional<Refusal> fault(const ProfileEntry& entry, const std::vector<WeaponEntry>& weapons, const std::string& path) {
    if (!is_id(entry.profile)) return Refusal{Code::bad_setup, id_rule, path + "/profile"};
    std::vector<std::string_view> known;
    known.reserve(weapons.size());
    for (const auto& weapon : weapons) known.push_back(weapon.weapon);
    for (std::size_t i = 0; i < entry.weapons.size(); ++i) {
        const auto& word = entry.weapons[i];
        if (std::ranges::count(known, word) == 0)
            return Refusal{Code::bad_setup, "no weapon \"" + word + "\"" + did_you_mean(word, known), path + "/weapons/" + std::to_string(i)};
    }
    return {};
}

/// Takes the place of the entry with the same id, and its name if it brings none; or is added.
template <typename Entry>
void put(std::vector<Entry>& entries, Entry entry, std::string Entry::* id) {
    const auto known = std::ranges::find(entries, entry.*id, id);
    if (entry.name.empty()) entry.name = known == entries.end() ? entry.*id : known->name;
    if (known == entries.end()) entries.push_back(std::move(entry));
    else *known = std::move(entry);
}

/// The index of the first entry whose id an earlier one has.
template <typename Entry>
std::optional<std::size_t> given_twice(const std::vector<Entry>& entries, std::string Entry::* id) {
    for (std::size_t i = 0; i < entries.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (entries[i].*id == entries[k].*id) return i;
    return {};
}

Bands bands_of(const std::vector<std::optional<int>>& entries) {
    Bands out{};
    for (std::size_t i = 0; i < entries.size(); ++i) out[i + 1] = entries[i].value_or(0);
    return out;
}

}  // namespace

bool is_id(std::string_view word) {
    return std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

const Arsenal& Arsenal::standard() {
    static const Arsenal all = [] {
        constexpr auto no = std::nullopt;
        Arsenal out;
        out.weapons_ = {
            {"machine_gun", "Machine gun", {3, 4, 5, no, no, no}, {4, 5, 6, no, no, no}, 1},
            {"light_gun", "Light gun", {3, 3, 4, 4, 5, no}, {4, 4, 4, 5, 5, no}, 1},
            {"medium_gun", "Medium gun", {3, 3, 4, 4, 5, 5}, {4, 4, 4, 4, 5, 5}, 2},
            {"heavy_gun", "Heavy gun", {4, 4, 4, 4, 5, 5}, {3, 3, 3, 4, 4, 4}, 2, true},
            {"long_gun", "Long gun", {5, 4, 4, 4, 4, 5}, {3, 3, 3, 3, 4, 4}, 2},
            {"howitzer", "Howitzer", {no, no, 5, 4, 4, 4}, {no, no, 4, 4, 4, 4}, 2, false, true},
            {"rocket", "Rocket", {4, 4, 4, 5, no, no}, {3, 3, 3, 4, no, no}, 2},
        };
        out.profiles_ = {
            {"scout_car", "Scout car", 8, 1, 2, {"machine_gun", "machine_gun"}, 32},
            {"light_tank", "Light tank", 6, 0, 3, {"light_gun", "machine_gun"}, 70},
            {"medium_tank", "Medium tank", 5, 0, 4, {"medium_gun", "machine_gun"}, 100},
            {"dual_heavy_tank", "Dual heavy tank", 3, -1, 5, {"heavy_gun", "heavy_gun"}, 165},
            {"tank_hunter", "Tank hunter", 5, 1, 3, {"long_gun"}, 95},
            {"howitzer_battery", "Howitzer battery", 3, 1, 2, {"howitzer"}, 60},
            {"rocket_team", "Rocket team", 3, 0, 2, {"rocket"}, 45},
        };
        return out;
    }();
    return all;
}

std::expected<Arsenal, Refusal> Arsenal::extended(const std::vector<WeaponEntry>& weapons, const std::vector<ProfileEntry>& profiles,
                                                  std::span<const std::string_view> terrains) const {
    Arsenal out = *this;
    for (std::size_t i = 0; i < weapons.size(); ++i)
        if (auto refusal = fault(weapons[i], terrains, "/weapons/" + std::to_string(i))) return std::unexpected(std::move(*refusal));
    if (const auto twice = given_twice(weapons, &WeaponEntry::weapon))
        return bad("\"" + weapons[*twice].weapon + "\" is given twice", "/weapons/" + std::to_string(*twice) + "/weapon");
    for (const auto& entry : weapons) put(out.weapons_, entry, &WeaponEntry::weapon);
    for (std::size_t i = 0; i < profiles.size(); ++i)
        if (auto refusal = fault(profiles[i], out.weapons_, "/profiles/" + std::to_string(i))) return std::unexpected(std::move(*refusal));
    if (const auto twice = given_twice(profiles, &ProfileEntry::profile))
        return bad("\"" + profiles[*twice].profile + "\" is given twice", "/profiles/" + std::to_string(*twice) + "/profile");
    for (const auto& entry : profiles) put(out.profiles_, entry, &ProfileEntry::profile);
    return out;
}

const WeaponEntry* Arsenal::weapon(std::string_view id) const {
    const auto found = std::ranges::find(weapons_, id, &WeaponEntry::weapon);
    return found == weapons_.end() ? nullptr : &*found;
}

const ProfileEntry* Arsenal::profile(std::string_view id) const {
    const auto found = std::ranges::find(profiles_, id, &ProfileEntry::profile);
    return found == profiles_.end() ? nullptr : &*found;
}

Profile Arsenal::compiled(const ProfileEntry& entry, std::span<const std::string_view> terrains) const {
    Profile out{entry.move_allowance, entry.armour, entry.damage_capacity, entry.points, {}};
    for (std::size_t i = 0; i < entry.weapons.size(); ++i) {
        const auto& known = *weapon(entry.weapons[i]);
        Weapon made{bands_of(known.to_hit), bands_of(known.to_damage), known.power, known.indirect, -1, known.area, known.one_shot, known.reload};
        for (const auto& each : known.against) {
            const int ground = each.terrain ? static_cast<int>(std::ranges::find(terrains, *each.terrain) - terrains.begin()) + 1 : -1;
            made.specials.push_back({each.armour_from.value_or(-armour_max), each.armour_to.value_or(armour_max), ground, each.to_hit, each.to_damage});
        }
        for (std::size_t k = 0; known.twin && k < i; ++k) {
            if (entry.weapons[k] != entry.weapons[i] || out.weapons[k].twin >= 0) continue;
            made.twin = static_cast<int>(k);
            out.weapons[k].twin = static_cast<int>(i);
            break;
        }
        out.weapons.push_back(made);
    }
    return out;
}

}  // namespace muster::rules::simple_combat
