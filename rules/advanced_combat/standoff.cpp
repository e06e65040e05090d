#include "rules/advanced_combat/standoff.hpp"

#include <algorithm>
#include <vector>

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

/// What `hunters` gain at most from n pieces of the enemy's `arm`, for n up to `size`; with `with_era` one of the n
/// pieces is of that era. Empty if there is no such piece.
std::vector<int> gains(const Game& game, const Mass& hunters, const Mass& enemy, int arm, int size, int with_era) {
    std::vector<int> out(static_cast<std::size_t>(std::min(size, enemy.sum(arm))) + 1, 0);
    if (with_era > 0 && enemy.at(arm, with_era) == 0) return {};
    if (game.fleets) return out;
    const int hunter = hunter_of(arm);
    std::vector<int> each;  // what the nth match adds
    if (game.cia == Cia::same_era) {
        for (int era = eras; era >= 1; --era) each.insert(each.end(), static_cast<std::size_t>(std::min(hunters.at(hunter, era), enemy.at(arm, era))), era);
        if (with_era > 0) {
            // The piece that must be there comes first, with its match if it has one.
            const auto its = std::ranges::find(each, with_era);
            if (its == each.end()) each.insert(each.begin(), 0);
            else std::rotate(each.begin(), its, its + 1);
        }
    } else {
        for (int i = 0; i < eras; ++i) {
            const int era = game.cia == Cia::best ? eras - i : 1 + i;
            each.insert(each.end(), static_cast<std::size_t>(hunters.at(hunter, era)), era);
        }
    }
    for (std::size_t n = 1; n < out.size(); ++n) out[n] = out[n - 1] + (n <= each.size() ? each[n - 1] : 0);
    return out;
}

/// Whether the larger side can put forward a wave with a piece of its oldest era against which `hunters` gain at least
/// `needed`. Such a wave is the best one for the hunters: an oldest piece in place of a newer one costs them one
/// match (4 at most) and lowers what they have to reach by 5 at least.
bool gain_possible(const Game& game, const Mass& hunters, const Mass& enemy, int size, int needed) {
    std::array<std::vector<int>, arms> free;
    for (int arm = 0; arm < arms; ++arm) free[static_cast<std::size_t>(arm)] = gains(game, hunters, enemy, arm, size, 0);
    for (int arm = 0; arm < arms; ++arm) {
        const auto fixed = gains(game, hunters, enemy, arm, size, enemy.oldest());
        if (fixed.empty()) continue;
        const auto& x = free[static_cast<std::size_t>((arm + 1) % arms)];
        const auto& y = free[static_cast<std::size_t>((arm + 2) % arms)];
        for (std::size_t a = 1; a < fixed.size(); ++a)
            for (std::size_t b = 0; b < x.size() && a + b <= static_cast<std::size_t>(size); ++b) {
                const std::size_t c = static_cast<std::size_t>(size) - a - b;
                if (c < y.size() && fixed[a] + x[b] + y[c] >= needed) return true;
            }
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
    const int flat = science_bonus(game, seat, size) + settlement_penalty(game, seat, enemy_units);
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
