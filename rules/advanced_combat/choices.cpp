#include "rules/advanced_combat/choices.hpp"

#include <algorithm>

#include "rules/advanced_combat/options.hpp"

namespace muster::rules::advanced_combat {

namespace {

std::unexpected<Refusal> illegal(std::string message, std::string path) { return refuse(Code::illegal_choice, std::move(message), std::move(path)); }

std::expected<int, Refusal> find_type(const Table& table, int seat, const Counts& present, const std::string& unit, bool enhanced, const std::string& path) {
    return civilization::find_type(table.army_of(seat), present, unit, enhanced, path);
}

std::expected<int, Refusal> find_aircraft(const Table& table, int seat, const Counts& present, const std::string& unit, const std::string& path) {
    const auto& air = table.air_of(seat);
    std::vector<std::string_view> ids;
    for (std::size_t i = 0; i < air.size(); ++i) {
        if (present[i] == 0) continue;
        if (air[i].unit.id == unit) return static_cast<int>(i);
        ids.push_back(air[i].unit.id);
    }
    return illegal("there is no \"" + unit + "\" among your aircraft" + did_you_mean(unit, ids), path + "/aircraft");
}

std::string entry_path(std::string_view list, std::size_t index) { return '/' + std::string(list) + '/' + std::to_string(index); }

}  // namespace

std::vector<UnitCount> named(const Table& table, int seat, const Counts& units) { return civilization::named(table.army_of(seat), units); }

std::vector<PlaneCount> named_aircraft(const Table& table, int seat, const Counts& planes) {
    std::vector<PlaneCount> out;
    const auto& air = table.air_of(seat);
    for (std::size_t i = 0; i < air.size(); ++i)
        if (planes[i] > 0) out.push_back({air[i].unit.id, planes[i]});
    return out;
}

std::vector<PairCount> named_pairs(const Table& table, int seat, const Support& support) {
    std::vector<PairCount> out;
    for (const auto& pair : support.pairs) {
        const auto& troop = table.army_of(seat)[static_cast<std::size_t>(pair.unit)];
        out.push_back({table.air_of(seat)[static_cast<std::size_t>(pair.aircraft)].unit.id, troop.unit.id, troop.enhanced, pair.count});
    }
    return out;
}

// ---- wave ----------------------------------------------------------------------------------------------------------

SharedJson wave_options(const Table& table, int seat, const Counts& living, int size) { return shared_json(WaveOptions{size, named(table, seat, living)}); }

WaveChoice wave_choice(const Table& table, int seat, const Counts& wave) { return {named(table, seat, wave)}; }

namespace {

std::expected<Counts, Refusal> read_counts(const Table& table, int seat, const Counts& living, const std::vector<UnitCount>& units) {
    Counts wave{};
    for (std::size_t i = 0; i < units.size(); ++i) {
        const auto& entry = units[i];
        const std::string path = entry_path("units", i);
        const auto found = find_type(table, seat, living, entry.unit, entry.enhanced, path);
        if (!found) return std::unexpected(found.error());
        const std::string what = label(table.army_of(seat)[static_cast<std::size_t>(*found)]);
        if (at(wave, *found) > 0) return illegal(what + " are named twice", path + "/unit");
        if (entry.count > at(living, *found))
            return illegal(std::to_string(entry.count) + " are too many; there are " + std::to_string(at(living, *found)) + ' ' + what, path + "/count");
        at(wave, *found) = entry.count;
    }
    return wave;
}

}  // namespace

std::expected<Counts, Refusal> read_wave(const Table& table, int seat, const Counts& living, int size, JsonView choice) {
    const auto read = read_fields<WaveChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    const auto wave = read_counts(table, seat, living, read->units);
    const int units = wave ? sum(*wave, types_max) : size;
    if (units != size) return illegal("the counts add up to " + std::to_string(units) + "; the wave must have " + std::to_string(size), "/units");
    return wave;
}

std::optional<Counts> wave_so_far(const Table& table, int seat, const Counts& living, JsonView choice) {
    const auto read = read_fields<civilization::UnitsSoFar<UnitCount, types_max>>(choice, Code::illegal_choice);
    const auto wave = read ? read_counts(table, seat, living, read->units) : std::unexpected(read.error());
    return wave ? std::optional(*wave) : std::nullopt;
}

// ---- air support ---------------------------------------------------------------------------------------------------

SharedJson support_options(const Table& table, int seat, const Counts& wave, const Counts& planes) {
    const auto& side = table.game.side(seat);
    AirOptions out;
    for (int arm = 0; arm < arms; ++arm) {
        if (units_of_arm(side, wave, arm) == 0) continue;
        out.classes.emplace_back(arm_name(table.game, arm));
        out.taking_part.push_back({out.classes.back(), support_size(side, wave, planes, arm)});
    }
    for (std::size_t i = 0; i < side.units.size(); ++i) {
        if (wave[i] == 0) continue;
        const auto& troop = table.army_of(seat)[i];
        out.units.push_back({std::string(arm_name(table.game, side.units[i].arm)), troop.unit.id, troop.enhanced, wave[i]});
    }
    for (std::size_t i = 0; i < side.strengths.size(); ++i)
        if (planes[i] > 0) out.aircraft.push_back({table.air_of(seat)[i].unit.id, side.strengths[i], planes[i]});
    return shared_json(std::move(out));
}

AirChoice support_choice(const Table& table, int seat, const Support& support) {
    return {std::string(arm_name(table.game, support.arm)), named_pairs(table, seat, support)};
}

namespace {

std::expected<int, Refusal> read_arm(const Table& table, int seat, const Counts& wave, const std::string& word) {
    std::vector<std::string> known;
    std::string list;
    for (int arm = 0; arm < arms; ++arm) {
        if (units_of_arm(table.game.side(seat), wave, arm) == 0) continue;
        if (arm_name(table.game, arm) == word) return arm;
        known.emplace_back(arm_name(table.game, arm));
        list += (list.empty() ? "" : ", ") + known.back();
    }
    return illegal("there is no \"" + word + "\" in the wave, only " + list + did_you_mean(word, known), "/class");
}

/// A choice that is still being made: there may be no pairs yet.
struct PairsSoFar {
    std::string supported_class;
    std::optional<std::vector<PairCount>> pairs;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "class", self.supported_class);
        visit("pairs", self.pairs, Rule{.sparse = true, .max = types_max * types_max});
    }
};

std::expected<Support, Refusal> read_pairs(const Table& table, int seat, const Counts& wave, const Counts& planes, int arm,
                                           const std::vector<PairCount>& pairs) {
    const auto& side = table.game.side(seat);
    Support out{arm, {}};
    Counts planes_left = planes;
    Counts units_left = wave;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& entry = pairs[i];
        const std::string path = entry_path("pairs", i);
        const auto plane = find_aircraft(table, seat, planes, entry.aircraft, path);
        if (!plane) return std::unexpected(plane.error());
        const auto unit = find_type(table, seat, wave, entry.unit, entry.enhanced, path);
        if (!unit) return std::unexpected(unit.error());
        if (type(side, *unit).arm != arm) return illegal(entry.unit + " are not " + std::string(arm_name(table.game, arm)), path + "/unit");
        if (std::ranges::any_of(out.pairs, [&](const Pair& p) { return p.aircraft == *plane && p.unit == *unit; }))
            return illegal("these " + entry.aircraft + " and " + entry.unit + " are named twice", path + "/aircraft");
        if (entry.count > at(planes_left, *plane))
            return illegal(std::to_string(entry.count) + " are too many; " + std::to_string(at(planes_left, *plane)) + ' ' + entry.aircraft + " are left",
                           path + "/count");
        if (entry.count > at(units_left, *unit))
            return illegal(
                std::to_string(entry.count) + " are too many; " + std::to_string(at(units_left, *unit)) + ' ' + entry.unit + " are left without an aircraft",
                path + "/count");
        at(planes_left, *plane) -= entry.count;
        at(units_left, *unit) -= entry.count;
        out.pairs.push_back({*plane, *unit, entry.count});
    }
    std::ranges::sort(out.pairs, [](const Pair& a, const Pair& b) { return a.aircraft != b.aircraft ? a.aircraft < b.aircraft : a.unit < b.unit; });
    return out;
}

}  // namespace

std::expected<Support, Refusal> read_support(const Table& table, int seat, const Wave& wave, const Counts& enemy, const Counts& planes, JsonView choice) {
    const auto read = read_fields<AirChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    const auto arm = read_arm(table, seat, wave.units, read->supported_class);
    if (!arm) return std::unexpected(arm.error());
    if (!read->pairs) return usual_pairs(table.game, seat, wave, enemy, planes, *arm);
    auto support = read_pairs(table, seat, wave.units, planes, *arm, *read->pairs);
    if (!support) return support;
    // A13: aircraft must take part, as many as find a unit.
    const int total = sum(taking_part(*support), types_max);
    const int size = support_size(table.game.side(seat), wave.units, planes, *arm);
    if (total != size) return illegal("the counts add up to " + std::to_string(total) + "; exactly " + std::to_string(size) + " aircraft take part", "/pairs");
    return support;
}

std::optional<Support> support_so_far(const Table& table, int seat, const Wave& wave, const Counts& enemy, const Counts& planes, JsonView choice) {
    const auto read = read_fields<PairsSoFar>(choice, Code::illegal_choice);
    const auto arm = read ? read_arm(table, seat, wave.units, read->supported_class) : std::unexpected(read.error());
    if (!arm) return {};
    if (!read->pairs) return usual_pairs(table.game, seat, wave, enemy, planes, *arm);
    auto support = read_pairs(table, seat, wave.units, planes, *arm, *read->pairs);
    return support ? std::optional(std::move(*support)) : std::nullopt;
}

// ---- casualties ----------------------------------------------------------------------------------------------------

namespace {

/// Units of each type that can be chosen to die with an aircraft beside them.
Counts supported_in(const Game& game, const Wave& wave) { return game.air_loss == AirLoss::paired ? supported_units(wave.support) : Counts{}; }

}  // namespace

SharedJson casualty_options(const Table& table, int seat, const Wave& wave, int damage, const Toll& toll) {
    const auto& side = table.game.side(seat);
    CasualtyOptions out{damage};
    for (int era = 1; era <= eras; ++era)
        if (const int count = toll.by_era[static_cast<std::size_t>(era)]) out.must_lose.push_back({era, count});
    const Counts supported = supported_in(table.game, wave);
    for (std::size_t i = 0; i < side.units.size(); ++i) {
        const int era = side.units[i].era;
        if (wave.units[i] == 0 || toll.by_era[static_cast<std::size_t>(era)] == 0) continue;
        const auto& troop = table.army_of(seat)[i];
        out.candidates.push_back({troop.unit.id, troop.enhanced, era, wave.units[i], supported[i]});
    }
    return shared_json(std::move(out));
}

CasualtyChoice casualty_choice(const Table& table, int seat, const Losses& losses) {
    CasualtyChoice out;
    const auto& army = table.army_of(seat);
    for (std::size_t i = 0; i < army.size(); ++i)
        if (losses.units[i] > 0) out.units.push_back({army[i].unit.id, army[i].enhanced, losses.units[i], losses.supported[i]});
    return out;
}

namespace {

/// How many of `lost` units of a type can have an aircraft beside them, if `with_plane` of those `present` have.
std::pair<int, int> supported_bounds(int lost, int present, int with_plane) { return {std::max(0, lost - (present - with_plane)), std::min(lost, with_plane)}; }

std::expected<int, Refusal> read_supported(const Table& table, const LostCount& entry, int present, int with_plane, const std::string& path) {
    const auto [fewest, most] = supported_bounds(entry.count, present, with_plane);
    if (!entry.supported) return fewest;  // the unsupported die first
    if (*entry.supported > 0 && table.game.air_loss == AirLoss::per_unit)
        return illegal("with the house rule air_loss per_unit nobody chooses between supported and unsupported units", path);
    if (*entry.supported > most) return illegal("at most " + std::to_string(most) + " of them can be supported ones", path);
    if (*entry.supported < fewest) return illegal("at least " + std::to_string(fewest) + " of them must be supported ones", path);
    return *entry.supported;
}

std::expected<Losses, Refusal> read_losses(const Table& table, int seat, const Wave& wave, const Toll& toll, const std::vector<LostCount>& units) {
    const auto& side = table.game.side(seat);
    Counts candidates = wave.units;
    for (std::size_t i = 0; i < side.units.size(); ++i)
        if (toll.by_era[static_cast<std::size_t>(side.units[i].era)] == 0) candidates[i] = 0;
    const Counts supported = supported_in(table.game, wave);
    Losses losses;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const auto& entry = units[i];
        const std::string path = entry_path("units", i);
        const auto found = find_type(table, seat, candidates, entry.unit, entry.enhanced, path);
        if (!found) return std::unexpected(found.error());
        const std::string what = label(table.army_of(seat)[static_cast<std::size_t>(*found)]);
        if (at(losses.units, *found) > 0) return illegal(what + " are named twice", path + "/unit");
        const int present = at(candidates, *found);
        if (entry.count > present)
            return illegal(std::to_string(entry.count) + " are too many; " + std::to_string(present) + ' ' + what + " are in the wave", path + "/count");
        const auto with_plane = read_supported(table, entry, present, at(supported, *found), path + "/supported");
        if (!with_plane) return std::unexpected(with_plane.error());
        at(losses.units, *found) = entry.count;
        at(losses.supported, *found) = *with_plane;
    }
    return losses;
}

}  // namespace

std::expected<Losses, Refusal> read_casualties(const Table& table, int seat, const Wave& wave, const Toll& toll, JsonView choice) {
    const auto read = read_fields<CasualtyChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    const auto losses = read_losses(table, seat, wave, toll, read->units);
    if (!losses) return losses;
    const auto& side = table.game.side(seat);
    std::array<int, eras + 1> by_era{};
    for (std::size_t i = 0; i < side.units.size(); ++i) by_era[static_cast<std::size_t>(side.units[i].era)] += losses->units[i];
    for (int era = 1; era <= eras; ++era) {
        const auto index = static_cast<std::size_t>(era);
        if (by_era[index] != toll.by_era[index])
            return illegal(
                "exactly " + std::to_string(toll.by_era[index]) + " of era " + std::to_string(era) + " must be lost, not " + std::to_string(by_era[index]),
                "/units");
    }
    return losses;
}

std::optional<Losses> losses_so_far(const Table& table, int seat, const Wave& wave, const Toll& toll, JsonView choice) {
    const auto read = read_fields<civilization::UnitsSoFar<LostCount, types_max>>(choice, Code::illegal_choice);
    const auto losses = read ? read_losses(table, seat, wave, toll, read->units) : std::unexpected(read.error());
    return losses ? std::optional(*losses) : std::nullopt;
}

Json casualty_meaning(const Table& table, int seat, const Wave& wave, const Losses& losses, const Counts& planes) {
    const auto& army = table.army_of(seat);
    const Counts supported = supported_in(table.game, wave);
    CasualtyMeaning out;
    for (std::size_t i = 0; i < army.size(); ++i) {
        if (losses.units[i] == 0) continue;
        const auto [least, most] = supported_bounds(losses.units[i], wave.units[i], supported[i]);
        out.supported.push_back({army[i].unit.id, army[i].enhanced, least, most});
    }
    for (auto& each : named_aircraft(table, seat, planes)) out.aircraft.push_back({std::move(each.unit), each.count});
    return to_json_value(out);
}

}  // namespace muster::rules::advanced_combat
