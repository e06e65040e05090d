#include "rules/phased_combat/choices.hpp"

#include <algorithm>

#include "rules/phased_combat/options.hpp"

namespace muster::rules::phased_combat {

namespace {

std::unexpected<Refusal> illegal(std::string message, std::string path) { return refuse(Code::illegal_choice, std::move(message), std::move(path)); }

std::string hits_text(int hits) { return std::to_string(hits) + (hits == 1 ? " hit" : " hits"); }

std::string list_of(const std::vector<std::string>& words) {
    std::string out;
    for (const auto& each : words) out += (out.empty() ? "" : ", ") + each;
    return out;
}

}  // namespace

// ---- the class that is hit -----------------------------------------------------------------------------------------

SharedJson class_options(const std::vector<UnitClass>& classes, int hits) { return shared_json(ClassOptions{classes, hits}); }

std::expected<UnitClass, Refusal> read_class(const std::vector<UnitClass>& classes, JsonView choice) {
    const auto read = read_fields<ClassChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    std::vector<std::string> known;
    for (const auto each : classes) {
        if (name_of(each) == read->hit_class) return each;
        known.emplace_back(name_of(each));
    }
    return illegal("the enemy has no \"" + read->hit_class + "\", only " + list_of(known) + did_you_mean(read->hit_class, known), "/class");
}

// ---- casualties ----------------------------------------------------------------------------------------------------

SharedJson casualty_options(const Table& table, int seat, const Counts& living, const Toll& toll, int kept) {
    const auto& side = table.game.side(seat);
    const bool stated = toll.first && *toll.first != UnitClass::aircraft;
    CasualtyOptions out{toll.hits - kept, stated ? toll.first : std::nullopt, {}, kept, toll.first};
    for (int i = 0; i < types(side); ++i) {
        if (at(living, i) == 0 || (!hit_first(toll, type(side, i)) && !hit_later(toll, type(side, i)))) continue;
        const auto& troop = table.of(seat)[static_cast<std::size_t>(i)];
        out.candidates.push_back({troop.unit.id, troop.enhanced, troop.unit.unit_class, type(side, i).era, at(living, i)});
    }
    return shared_json(std::move(out));
}

CasualtyChoice casualty_choice(const Table& table, int seat, const Counts& losses) { return {named(table.of(seat), losses)}; }

namespace {

std::expected<Counts, Refusal> read_losses(const Table& table, int seat, const Counts& living, const Toll& toll, const std::vector<UnitCount>& units) {
    const auto& side = table.game.side(seat);
    const auto& troops = table.of(seat);
    Counts candidates = living;
    for (int i = 0; i < types(side); ++i)
        if (!hit_first(toll, type(side, i)) && !hit_later(toll, type(side, i))) at(candidates, i) = 0;
    Counts losses{};
    for (std::size_t i = 0; i < units.size(); ++i) {
        const auto& entry = units[i];
        const std::string path = "/units/" + std::to_string(i);
        const auto found = find_type(troops, candidates, entry.unit, entry.enhanced, path);
        if (!found) return std::unexpected(found.error());
        const std::string what = label(troops[static_cast<std::size_t>(*found)]);
        if (at(losses, *found) > 0) return illegal(what + " are named twice", path + "/unit");
        if (entry.count > at(living, *found))
            return illegal(std::to_string(entry.count) + " are too many; there are " + std::to_string(at(living, *found)) + ' ' + what, path + "/count");
        at(losses, *found) = entry.count;
    }
    return losses;
}

/// A living piece that these hits could still kill, of those that `reached` says.
const civilization::Troop* still_killable(const Table& table, int seat, const Counts& living, const Counts& losses, int hits, auto&& reached) {
    const auto& side = table.game.side(seat);
    for (int i = 0; i < types(side); ++i)
        if (at(living, i) > at(losses, i) && type(side, i).era <= hits && reached(type(side, i))) return &table.of(seat)[static_cast<std::size_t>(i)];
    return nullptr;
}

/// How losses place the hits, and what is wrong with that.
struct Placing {
    int on_first = 0;
    int on_others = 0;
    std::optional<CasualtyMeaning::Why> fault{};
    const civilization::Troop* troop = nullptr;  ///< that can still be killed, where that is the fault

    int used() const { return on_first + on_others; }
};

/// C6, C7: the hits kill in the right order, and as long as they can kill.
Placing placing_of(const Table& table, int seat, const Counts& living, const Toll& toll, const Counts& losses) {
    using enum CasualtyMeaning::Why;
    const auto& side = table.game.side(seat);
    Placing out;
    for (int i = 0; i < types(side); ++i)
        if (hit_first(toll, type(side, i))) out.on_first += at(losses, i) * type(side, i).era;
    out.on_others = capacity(side, losses) - out.on_first;
    const int left = toll.hits - out.used();
    const auto faulty = [&](CasualtyMeaning::Why why, const civilization::Troop* troop = nullptr) {
        out.fault = why;
        out.troop = troop;
        return out;
    };
    if (left < 0) return faulty(too_many);
    const auto in_first = [&](const UnitType& each) { return hit_first(toll, each); };
    const auto in_others = [&](const UnitType& each) { return hit_later(toll, each); };
    if (out.on_others > 0) {
        if (const auto* spared = still_killable(table, seat, living, losses, toll.hits - out.on_first, in_first)) return faulty(first, spared);
        if (!reaches_others(side, living, toll, losses)) return faulty(aircraft);
    }
    const auto* troop = still_killable(table, seat, living, losses, left, in_first);
    if (!troop && reaches_others(side, living, toll, losses)) troop = still_killable(table, seat, living, losses, left, in_others);
    return troop ? faulty(left_over, troop) : out;
}

std::string fault_text(const Toll& toll, const Placing& placing) {
    using enum CasualtyMeaning::Why;
    const int left = toll.hits - placing.used();
    switch (*placing.fault) {
        case too_many: return "these take " + hits_text(placing.used()) + "; there are " + std::to_string(toll.hits);
        case first: {
            const std::string first_class(toll.first == UnitClass::aircraft ? std::string_view("aircraft") : name_of(*toll.first));
            return first_class + " take the hits first; " + hits_text(toll.hits - placing.on_first) + " can still kill " + label(*placing.troop);
        }
        case aircraft: return "while aircraft live nothing else is hit";
        case left_over: break;
    }
    return hits_text(left) + (left == 1 ? " is" : " are") + " left over and can still kill " + label(*placing.troop);
}

}  // namespace

std::expected<Counts, Refusal> read_casualties(const Table& table, int seat, const Counts& living, const Toll& toll, JsonView choice) {
    const auto read = read_fields<CasualtyChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    auto losses = read_losses(table, seat, living, toll, read->units);
    if (!losses) return losses;
    if (const auto placing = placing_of(table, seat, living, toll, *losses); placing.fault) return illegal(fault_text(toll, placing), "/units");
    return losses;
}

Json casualty_meaning(const Table& table, int seat, const Counts& living, const Toll& toll, JsonView choice) {
    const auto read = read_fields<civilization::UnitsSoFar<UnitCount, types_max>>(choice, Code::illegal_choice);
    if (!read) return {};
    const auto losses = read_losses(table, seat, living, toll, read->units);
    if (!losses) return {};
    const auto placing = placing_of(table, seat, living, toll, *losses);
    CasualtyMeaning out{placing.used(), toll.hits - placing.used()};
    out.lost = out.left > 0 && table.game.air_leftover == AirLeftover::lost && !reaches_others(table.game.side(seat), living, toll, *losses);
    if (placing.fault) {
        auto& fault = out.fault.emplace(*placing.fault);
        if (placing.troop) {
            fault.unit = placing.troop->unit.id;
            fault.enhanced = placing.troop->enhanced;
        }
    }
    return to_json_value(out);
}

// ---- retreat -------------------------------------------------------------------------------------------------------

SharedJson retreat_options(const Table& table) { return shared_json(RetreatOptions{table.havens, table.havens.empty()}); }

std::expected<RetreatChoice, Refusal> read_retreat(const Table& table, JsonView choice) {
    const auto read = read_fields<RetreatChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    const auto& havens = table.havens;
    if (!read->retreat && read->region) return illegal("leave the region out when staying", "/region");
    if (!read->retreat) return *read;
    if (havens.empty() && read->region) return illegal("there is no region to retreat to; the army would be destroyed", "/region");
    if (havens.empty()) return *read;
    if (!read->region) return illegal("say where to: " + list_of(havens), "/region");
    if (std::ranges::count(havens, *read->region) == 0)
        return illegal("no retreat to \"" + *read->region + "\", only to " + list_of(havens) + did_you_mean(*read->region, havens), "/region");
    return *read;
}

}  // namespace muster::rules::phased_combat
