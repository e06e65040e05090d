#include "rules/armies/game.hpp"

#include <algorithm>
#include <cstdlib>

namespace muster::rules::armies {

const Tokens& of(const Forces& forces, int seat) { return forces[static_cast<std::size_t>(seat)]; }

int total(const Forces& forces) { return forces[0].total() + forces[1].total(); }

int level(const Advances& advances, const Tokens& tokens) {
    int out = advances.extra + (advances.metalworking ? 1 : 0);
    if (tokens.armies > 0) out += (advances.military ? 1 : 0) + (advances.mathematics ? 1 : 0);
    return out;
}

int removed_before(int net, Column column) {
    constexpr int table[net_max + 1][3] = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 1, 1}, {2, 1, 1}, {2, 2, 2}};  // more, tie, less
    return table[net][static_cast<int>(column)];
}

Advantage count_advantage(const std::array<Advances, 2>& advances, const Forces& forces) {
    Advantage out;
    for (std::size_t seat = 0; seat < 2; ++seat) out.levels[seat] = level(advances[seat], forces[seat]);
    const int lead = out.levels[attacker] - out.levels[defender];
    out.net = std::min(std::abs(lead), net_max);
    if (lead != 0) out.holder = lead > 0 ? attacker : defender;
    const int viewer = out.holder.value_or(attacker);
    const int own = of(forces, viewer).total();
    const int enemy = of(forces, other(viewer)).total();
    out.column = own > enemy ? Column::more : own < enemy ? Column::less : Column::tie;
    out.removed_before = removed_before(out.net, out.column);
    if (out.holder) out.first = other(*out.holder);
    else if (out.column != Column::tie) out.first = out.column == Column::more ? other(viewer) : viewer;  // fewer tokens first
    return out;
}

CityStrength city_strength(bool attacker_engineering, bool defender_engineering) {
    if (attacker_engineering && defender_engineering) return {7, 6};
    if (attacker_engineering) return {6, 5};
    if (defender_engineering) return {8, 7};
    return {7, 6};
}

Token cheapest(const Tokens& tokens) { return tokens.population > 0 ? Token::population : Token::army; }

}  // namespace muster::rules::armies
