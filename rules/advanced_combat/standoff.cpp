#include "rules/advanced_combat/standoff.hpp"

#include <algorithm>
#include <vector>

#include "rules/advanced_combat/split.hpp"
#include "rules/advanced_combat/totals.hpp"

namespace muster::rules::advanced_combat {

namespace {

/// All fives and modifiers of a set of units.
int plain_total(const Side& side, const Counts& units) {
    int total = 0;
    for (std::size_t i = 0; i < side.units.size(); ++i) total += units[i] * (die_max * side.units[i].era + side.units[i].modifier);
    return total;
}

/// The largest class among these units.
int largest_arm(const Mass& units) { return std::max({units.sum(0), units.sum(1), units.sum(2)}); }

/// So many pieces of an era in a row.
struct Row {
    int count = 0;
    int era = 0;
};

/// The matches of `hunters` with pieces of the enemy's `arm`, the most useful first: those that count in A6.
std::vector<Row> matches(const Game& game, const Mass& hunters, const Mass& enemy, int arm) {
    std::vector<Row> out;
    if (game.fleets) return out;  // A15
    const int hunter = hunter_of(arm);
    if (game.cia == Cia::oldest_era) return {{hunters.sum(hunter), hunters.oldest(hunter)}};
    for (int i = 0; i < eras; ++i) {
        const int era = game.cia == Cia::worst ? 1 + i : eras - i;
        const int prey = game.cia == Cia::same_era ? enemy.at(arm, era) : hunters.at(hunter, era);
        out.push_back({std::min(hunters.at(hunter, era), prey), era});
    }
    return out;
}

/// What these matches add, by the number of pieces of the enemy's arm that there are in the wave, from `first` on and up to `last`;
/// the first pieces add `value`. With Cia::worst later matches add more, so each row is a stretch of its own.
void lay_out(const std::vector<Row>& rows, int first, int last, std::int64_t value, Curve& curve) {
    curve.clear();
    int n = first;
    const auto lay = [&](int count, int each) {
        count = std::min(count, last - n);
        if (count == 0) return;
        curve.begin(n, value);
        curve.go_on(count, each);
        n += count;
        value += std::int64_t{count} * each;
    };
    for (const auto& row : rows) lay(row.count, row.era);
    lay(last - n, 0);
    if (first == last) curve.begin(first, value);
}

/// What `hunters` gain at most from n pieces of the enemy's `arm`, for n up to `size`.
void gains(const Game& game, const Mass& hunters, const Mass& enemy, int arm, int size, Curve& curve) {
    lay_out(matches(game, hunters, enemy, arm), 0, std::min(size, enemy.sum(arm)), 0, curve);
}

/// The same if one of the pieces must be of this era; it comes first, with its match if it has one. Precondition: there is one.
void gains_with(int era, const Game& game, const Mass& hunters, const Mass& enemy, int arm, int size, Curve& curve) {
    auto rows = matches(game, hunters, enemy, arm);
    const auto its = std::ranges::find_if(rows, [&](const Row& row) { return row.count > 0 && (row.era == era || game.cia != Cia::same_era); });
    int value = 0;
    if (its != rows.end()) {
        value = its->era;
        --its->count;
    }
    lay_out(rows, 1, std::min(size, enemy.sum(arm)), value, curve);
}

/// Whether the larger side can put forward a wave with a piece of its oldest era against which `hunters` gain at least
/// `needed`. Such a wave is the best one for the hunters: an oldest piece in place of a newer one costs them one
/// match (4 at most) and lowers what they have to reach by 5 at least.
bool gain_possible(const Game& game, const Mass& hunters, const Mass& enemy, int size, int needed) {
    std::array<Curve, arms> free;
    for (int arm = 0; arm < arms; ++arm) gains(game, hunters, enemy, arm, size, free[static_cast<std::size_t>(arm)]);
    Curve fixed;
    for (int arm = 0; arm < arms; ++arm) {
        if (enemy.at(arm, enemy.oldest()) == 0) continue;
        gains_with(enemy.oldest(), game, hunters, enemy, arm, size, fixed);
        const auto& x = free[static_cast<std::size_t>((arm + 1) % arms)];
        const auto& y = free[static_cast<std::size_t>((arm + 2) % arms)];
        const auto split = best_split({&fixed, &x, &y}, {}, size);
        if (split && split->value >= needed) return true;
    }
    return false;
}

}  // namespace

bool can_kill(const Game& game, const Position& position, int seat, WaveFinder& finder) {
    const auto& side = game.side(seat);
    const auto& own = position.of(seat);
    const int own_units = ground_units(game, position, seat);
    const int enemy_units = ground_units(game, position, other(seat));
    const int size = std::min(own_units, enemy_units);
    const Mass enemy = mass(game.side(other(seat)), position.of(other(seat)).units);
    const int flat = science_bonus(game, seat, size) + settlement_penalty(game, seat, settlement_pieces(game, position));
    const int target = hit_points_per_era * enemy.oldest() - flat;  // what dice, modifiers, CIA and aircraft must reach

    if (own_units > enemy_units) {
        // Any wave that does it will do, and the first listed is at hand.
        if (plain_total(side, listed_wave(side, own.units, size)) >= target) return true;
        finder.search(game, position, seat, size, all_fives);
        return finder.value() >= target;
    }
    const Mass all = mass(side, own.units);
    int most = plain_total(side, own.units);
    if (most >= target) return true;
    most += die_max * strongest(side, own.aircraft, largest_arm(all));
    if (most >= target) return true;
    if (most + cia_bonus(game, all, enemy) < target) return false;  // not even against all of them at once
    return own_units == enemy_units || gain_possible(game, all, enemy, size, target - most);
}

bool stuck(const Game& game, const Position& position, WaveFinder& finder) {
    return !can_kill(game, position, attacker, finder) && !can_kill(game, position, defender, finder);
}

}  // namespace muster::rules::advanced_combat
