#include "rules/phased_combat/casualties.hpp"

#include <algorithm>
#include <tuple>

namespace muster::rules::phased_combat {

namespace {

constexpr std::array ground_classes{UnitClass::infantry, UnitClass::cavalry, UnitClass::artillery, UnitClass::fleet};

/// What a hit on the type costs its owner: what it deals per die, half as much again if it has yet to fire in this round.
int worth_per_hit(const Game& game, int phase, const UnitType& type) {
    constexpr int fired = 2;
    constexpr int yet_to_fire = 3;
    const auto order = phases(game.fleets);
    const bool later = std::ranges::find(order.subspan(static_cast<std::size_t>(phase) + 1), type.unit_class) != order.end();
    return std::min(type.combat_value, sure_hit) * (later ? yet_to_fire : fired);
}

/// The types in the order in which they die.
struct DyingOrder {
    std::array<int, types_max> types{};
    int size = 0;

    std::span<int> all() { return std::span(types).first(static_cast<std::size_t>(size)); }
    std::span<const int> all() const { return std::span(types).first(static_cast<std::size_t>(size)); }
};

/// The living in the order of a key; of equals the oldest era first, then the last listed.
DyingOrder sorted(const Side& side, const Counts& living, auto&& key) {
    DyingOrder out;
    for (int i = 0; i < types(side); ++i)
        if (at(living, i) > 0) out.types[static_cast<std::size_t>(out.size++)] = i;
    const auto order = out.all();
    if (order.size() < 2) return out;
    std::ranges::sort(order, {}, [&](int i) { return std::tuple(key(type(side, i)), type(side, i).era, -i); });
    return out;
}

DyingOrder usual_order(const Game& game, const Side& side, const Counts& living, int phase) {
    return sorted(side, living, [&](const UnitType& type) { return worth_per_hit(game, phase, type); });
}

DyingOrder listed_order(const Side& side, const Counts& living) {
    return sorted(side, living, [](const UnitType& type) { return type.unit_class; });
}

bool any_aircraft_left(const Side& side, const Counts& living, const Counts& losses) {
    for (int i = 0; i < types(side); ++i)
        if (is_aircraft(type(side, i)) && at(living, i) > at(losses, i)) return true;
    return false;
}

std::int64_t worth(const Game& game, const Side& side, int phase, const Counts& losses) {
    std::int64_t out = 0;
    for (int i = 0; i < types(side); ++i)
        if (at(losses, i) > 0) out += std::int64_t{at(losses, i)} * type(side, i).era * worth_per_hit(game, phase, type(side, i));
    return out;
}

int capacity_of(const Side& side, const Counts& living, UnitClass unit_class) {
    int out = 0;
    for (int i = 0; i < types(side); ++i)
        if (type(side, i).unit_class == unit_class) out += at(living, i) * type(side, i).era;
    return out;
}

}  // namespace

Toll toll(const Game& game, const Progress& now, int seat) {
    Toll out{now.hits_by(other(seat)) + now.position.kept_by(seat), now.stated_by(other(seat))};
    const bool in_the_air = phases(game.fleets)[static_cast<std::size_t>(now.phase)] == UnitClass::aircraft;
    if (in_the_air && units_of(game.side(seat), now.position.of(seat), UnitClass::aircraft) > 0) out.first = UnitClass::aircraft;  // C7
    return out;
}

bool reaches_others(const Side& side, const Counts& living, const Toll& toll, const Counts& losses) {
    return toll.first != UnitClass::aircraft || !any_aircraft_left(side, living, losses);
}

bool kills(const Side& side, const Counts& living, const Toll& toll) {
    const bool only_aircraft = toll.first == UnitClass::aircraft;
    for (int i = 0; i < types(side); ++i)
        if (at(living, i) > 0 && is_aircraft(type(side, i)) == only_aircraft && type(side, i).era <= toll.hits) return true;
    return false;
}

namespace {

/// All of the first type that the hits can kill, then of the next…
Counts losses_in(const DyingOrder& order, const Side& side, const Counts& living, const Toll& toll) {
    Counts out{};
    int left = toll.hits;
    const auto place = [&](auto&& reached) {
        for (const int i : order.all()) {
            if (!reached(toll, type(side, i))) continue;
            at(out, i) = std::min(at(living, i), left / type(side, i).era);
            left -= at(out, i) * type(side, i).era;
        }
    };
    place(hit_first);
    if (left > 0 && reaches_others(side, living, toll, out)) place(hit_later);
    return out;
}

}  // namespace

Counts usual_losses(const Game& game, int seat, const Counts& living, int phase, const Toll& toll) {
    if (toll.hits == 0) return {};
    const auto& side = game.side(seat);
    return losses_in(usual_order(game, side, living, phase), side, living, toll);
}

Counts choose_losses(Policy policy, const Game& game, int seat, const Counts& living, int phase, const Toll& toll) {
    if (policy != Policy::listed) return usual_losses(game, seat, living, phase, toll);
    if (toll.hits == 0) return {};
    const auto& side = game.side(seat);
    return losses_in(listed_order(side, living), side, living, toll);
}

Counts ranked_losses(const Counts& ranks, const Game& game, int seat, const Counts& living, int phase, const Toll& toll) {
    const auto& side = game.side(seat);
    auto order = usual_order(game, side, living, phase);
    sort_by_rank(order.all(), [&](int i) { return at(ranks, i); });
    return losses_in(order, side, living, toll);
}

std::vector<UnitClass> classes_of_enemy(const Game& game, const Position& position, int seat) {
    std::vector<UnitClass> out;
    for (const auto each : ground_classes)
        if (units_of(game.side(other(seat)), position.of(other(seat)), each) > 0) out.push_back(each);
    return out;
}

namespace {

/// The class of the enemy of `seat` with the highest cost, of equals the largest capacity.
UnitClass dearest_class(const Game& game, const Progress& now, int seat, auto&& cost) {
    const int enemy = other(seat);
    const auto& side = game.side(enemy);
    const auto& living = now.position.of(enemy);
    UnitClass best = UnitClass::infantry;
    auto best_key = std::tuple(std::int64_t{-1}, 0);
    for (const auto each : ground_classes) {
        const int size = capacity_of(side, living, each);
        if (size == 0) continue;
        const auto key = std::tuple(std::int64_t{cost(each)}, size);
        if (key <= best_key) continue;
        best_key = key;
        best = each;
    }
    return best;
}

}  // namespace

UnitClass usual_class(const Game& game, const Progress& now, int seat) {
    const int enemy = other(seat);
    const int hits = now.hits_by(seat) + now.position.kept_by(enemy);
    return dearest_class(game, now, seat, [&](UnitClass each) {
        return worth(game, game.side(enemy), now.phase, usual_losses(game, enemy, now.position.of(enemy), now.phase, {hits, each}));
    });
}

UnitClass choose_class(Policy policy, const Game& game, const Progress& now, int seat) {
    if (policy != Policy::listed) return usual_class(game, now, seat);
    return dearest_class(game, now, seat, [](UnitClass) { return 0; });
}

}  // namespace muster::rules::phased_combat
