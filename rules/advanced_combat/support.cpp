#include "rules/advanced_combat/support.hpp"

#include <algorithm>

namespace muster::rules::advanced_combat {

namespace {

template <typename Pick>
int count_types(std::size_t types, Pick&& pick) {
    int out = 0;
    for (std::size_t i = 0; i < types; ++i) out += pick(i) ? 1 : 0;
    return out;
}

/// Puts the strongest of `planes` beside the units of a class, in this order.
Support pair_in(const DyingOrder& order, const Side& side, const Counts& planes, int arm) {
    Support out{arm, {}};
    out.pairs.reserve(side.strengths.size() + side.units.size());
    auto unit = order.begin();
    int room = 0;
    const auto next_unit = [&] {
        while (unit != order.end() && type(side, unit->unit).arm != arm) ++unit;
        room = unit == order.end() ? 0 : unit->count;
    };
    next_unit();
    for (const int plane : side.by_strength)
        for (int left = at(planes, plane); left > 0 && room > 0;) {
            const int part = std::min(left, room);
            const auto known = std::ranges::find_if(out.pairs, [&](const Pair& p) { return p.aircraft == plane && p.unit == unit->unit; });
            if (known == out.pairs.end()) out.pairs.push_back({plane, unit->unit, part});
            else known->count += part;
            left -= part;
            room -= part;
            if (room == 0) {
                ++unit;
                next_unit();
            }
        }
    std::ranges::sort(out.pairs, [](const Pair& a, const Pair& b) { return a.aircraft != b.aircraft ? a.aircraft < b.aircraft : a.unit < b.unit; });
    return out;
}

/// Puts the strongest of `planes` beside the units of a class that die last in an order, which is asked for where it matters.
template <typename Order>
Support pair_up(const Order& dying, const Side& side, const Wave& wave, const Counts& planes, int arm) {
    DyingOrder order;
    std::size_t types = 0;
    for (std::size_t i = 0; i < side.units.size(); ++i) {
        if (side.units[i].arm != arm || wave.units[i] == 0) continue;
        order.push_back({static_cast<int>(i), wave.units[i], side.units[i].era, false});
        ++types;
    }
    if (types > 1) {  // one alone has no order
        order = dying(Wave{wave.units, {}, {}});
        std::ranges::reverse(order);
    }
    return pair_in(order, side, planes, arm);
}

}  // namespace

int units_of_arm(const Side& side, const Counts& wave, int arm) {
    int out = 0;
    for (std::size_t i = 0; i < side.units.size(); ++i)
        if (side.units[i].arm == arm) out += wave[i];
    return out;
}

int support_size(const Side& side, const Counts& wave, const Counts& planes, int arm) {
    return std::min(units_of_arm(side, wave, arm), sum(planes, side.strengths.size()));
}

int strongest_arm(const Side& side, const Counts& wave, const Counts& planes) {
    int best = 0;
    int best_strength = 0;
    std::array<int, arms> units{};
    for (std::size_t i = 0; i < side.units.size(); ++i) units[static_cast<std::size_t>(side.units[i].arm)] += wave[i];
    for (std::size_t i = 0; i < side.units.size(); ++i) {
        const int arm = side.units[i].arm;
        if (wave[i] == 0) continue;
        const int room = std::exchange(units[static_cast<std::size_t>(arm)], 0);  // no room the next time: it is the same class
        if (room == 0) continue;
        const int value = strongest(side, planes, room);
        if (value <= best_strength) continue;
        best = arm;
        best_strength = value;
    }
    return best;
}

Support usual_pairs(const Game& game, int seat, const Wave& wave, const Counts& enemy, const Counts& planes, int arm) {
    return pair_up([&](const Wave& alone) { return usual_order(game, seat, alone, enemy); }, game.side(seat), wave, planes, arm);
}

Support ranked_support(const Counts& ranks, const Game& game, int seat, const Wave& wave, const Counts& enemy, const Counts& planes) {
    auto order = usual_order(game, seat, {wave.units, {}, {}}, enemy);
    std::ranges::reverse(order);
    sort_by_rank(order, [&](const Bucket& b) { return at(ranks, b.unit); });
    return pair_in(order, game.side(seat), planes, type(game.side(seat), order.begin()->unit).arm);
}

Support usual_support(const Game& game, int seat, const Wave& wave, const Counts& enemy, const Counts& planes) {
    return usual_pairs(game, seat, wave, enemy, planes, strongest_arm(game.side(seat), wave.units, planes));
}

Support choose_support(Policy policy, const Game& game, int seat, const Wave& wave, const Counts& enemy, const Counts& planes) {
    if (policy == Policy::preset) return usual_support(game, seat, wave, enemy, planes);
    const auto& side = game.side(seat);
    return pair_up([&](const Wave& alone) { return dying_order(policy, game, seat, alone, enemy); }, side, wave, planes,
                   strongest_arm(side, wave.units, planes));
}

bool support_forced(const Side& side, const Counts& wave, const Counts& planes) {
    int arm = -1;
    for (std::size_t i = 0; i < side.units.size(); ++i) {
        if (wave[i] == 0) continue;
        if (arm >= 0 && side.units[i].arm != arm) return false;
        arm = side.units[i].arm;
    }
    // A matrix with given sums is unique when it has one row or one column; the longer margin is free beside that.
    const int plane_types = count_types(side.strengths.size(), [&](std::size_t i) { return planes[i] > 0; });
    const int unit_types = count_types(side.units.size(), [&](std::size_t i) { return wave[i] > 0; });
    const int plane_count = sum(planes, side.strengths.size());
    const int unit_count = sum(wave, side.units.size());
    if (plane_count < unit_count) return unit_types == 1;
    if (plane_count > unit_count) return plane_types == 1;
    return plane_types == 1 || unit_types == 1;
}

}  // namespace muster::rules::advanced_combat
