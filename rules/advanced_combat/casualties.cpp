#include "rules/advanced_combat/casualties.hpp"

#include <algorithm>
#include <tuple>

namespace muster::rules::advanced_combat {

namespace {

/// How many pieces of each type have a match in the enemy's wave (A6); of one class and era those with the higher
/// modifier have it.
Counts matched_units(const Game& game, const Side& side, const Counts& wave, const Mass& own, const Mass& enemy) {
    Counts out{};
    if (game.fleets) return out;
    Mass left;
    for (int arm = 0; arm < arms; ++arm) {
        int prey = enemy.sum(prey_of(arm));
        for (int i = 0; i < eras; ++i) {
            const int era = game.cia == Cia::worst ? 1 + i : eras - i;
            const int part = std::min(own.at(arm, era), game.cia == Cia::same_era ? enemy.at(prey_of(arm), era) : prey);
            left.of(arm)[static_cast<std::size_t>(era)] = part;
            prey -= part;
        }
    }
    for (const int i : side.by_worth) {
        const auto& unit = type(side, i);
        int& rest = left.of(unit.arm)[static_cast<std::size_t>(unit.era)];
        at(out, i) = std::min(at(wave, i), rest);
        rest -= at(out, i);
    }
    return out;
}

/// Which units of a wave take an aircraft along when they die.
Counts costly_units(const Game& game, const Side& side, const Wave& wave) {
    if (game.air_loss == AirLoss::paired) return supported_units(wave.support);
    Counts out{};
    if (wave.support.pairs.empty()) return out;
    for (std::size_t i = 0; i < side.units.size(); ++i)
        if (side.units[i].arm == wave.support.arm) out[i] = wave.units[i];
    return out;
}

}  // namespace

Toll toll(const Side& side, const Counts& wave, int damage) {
    Toll out;
    for (std::size_t i = 0; i < side.units.size(); ++i) out.by_era[static_cast<std::size_t>(side.units[i].era)] += wave[i];
    for (int era = 1; era <= eras; ++era) {
        int& count = out.by_era[static_cast<std::size_t>(era)];
        const int capacity = hit_points_per_era * era;
        // A newer unit costs more than an older one: what an era leaves over cannot kill the next.
        count = std::min(count, (damage - out.absorbed) / capacity);
        out.absorbed += count * capacity;
        out.units += count;
    }
    return out;
}

std::vector<Bucket> dying_order(Policy policy, const Game& game, int seat, const Wave& wave, const Counts& enemy) {
    const auto& side = game.side(seat);
    const Counts costly = costly_units(game, side, wave);
    Counts matched{};
    if (policy != Policy::listed) matched = matched_units(game, side, wave.units, mass(side, wave.units), mass(game.side(other(seat)), enemy));
    std::vector<Bucket> order;
    order.reserve(side.units.size() * 3);
    for (int i = 0; i < static_cast<int>(side.units.size()); ++i) {
        const auto& unit = type(side, i);
        const int count = at(wave.units, i);
        const int dear = std::min(count, at(costly, i));
        const int cheap_matched = std::max(0, std::min(count, at(matched, i)) - dear);
        if (count - dear - cheap_matched > 0) order.push_back({i, count - dear - cheap_matched, unit.era, false, unit.modifier, false});
        if (cheap_matched > 0) order.push_back({i, cheap_matched, unit.era, false, unit.modifier, true});
        if (dear > 0) order.push_back({i, dear, unit.era, true, unit.modifier, true});
    }
    const auto best = [](const Bucket& b) { return std::tuple(b.era, b.supported, b.modifier, b.matched, -b.unit); };
    const auto listed = [](const Bucket& b) { return std::tuple(b.era, -b.unit, b.supported); };
    if (policy != Policy::listed) std::ranges::sort(order, {}, best);
    else std::ranges::sort(order, {}, listed);
    return order;
}

Losses losses_in(const std::vector<Bucket>& order, const Game& game, const Toll& toll) {
    Losses out;
    auto rest = toll.by_era;
    for (const auto& bucket : order) {
        int& due = rest[static_cast<std::size_t>(bucket.era)];
        const int part = std::min(due, bucket.count);
        due -= part;
        at(out.units, bucket.unit) += part;
        if (bucket.supported && game.air_loss == AirLoss::paired) at(out.supported, bucket.unit) += part;
    }
    return out;
}

Losses choose_losses(Policy policy, const Game& game, int seat, const Wave& wave, const Counts& enemy, const Toll& toll) {
    if (toll.units == 0) return {};
    return losses_in(dying_order(policy, game, seat, wave, enemy), game, toll);
}

Losses ranked_losses(const Counts& ranks, const Game& game, int seat, const Wave& wave, const Counts& enemy, const Toll& toll) {
    auto order = dying_order(Policy::best, game, seat, wave, enemy);
    sort_by_rank(order, [&](const Bucket& b) { return std::tuple(b.era, at(ranks, b.unit)); });
    return losses_in(order, game, toll);
}

Counts aircraft_lost(const Game& game, int seat, const Wave& wave, const Losses& losses) {
    Counts out{};
    if (wave.support.pairs.empty()) return out;
    const auto& side = game.side(seat);
    if (game.air_loss == AirLoss::per_unit) {
        int due = 0;
        for (std::size_t i = 0; i < side.units.size(); ++i)
            if (side.units[i].arm == wave.support.arm) due += losses.units[i];
        const Counts planes = taking_part(wave.support);
        for (auto weakest = side.by_strength.rbegin(); weakest != side.by_strength.rend(); ++weakest) {
            at(out, *weakest) = std::min(due, at(planes, *weakest));
            due -= at(out, *weakest);
        }
        return out;
    }
    for (int unit = 0; unit < static_cast<int>(side.units.size()); ++unit) {
        int due = at(losses.supported, unit);
        for (auto weakest = side.by_strength.rbegin(); due > 0 && weakest != side.by_strength.rend(); ++weakest)
            for (const auto& pair : wave.support.pairs) {
                if (pair.unit != unit || pair.aircraft != *weakest) continue;
                const int part = std::min(due, pair.count);
                at(out, pair.aircraft) += part;
                due -= part;
            }
    }
    return out;
}

bool forced(const Game& game, int seat, const Wave& wave, const Toll& toll) {
    const auto& side = game.side(seat);
    const Counts supported = supported_units(wave.support);
    for (int era = 1; era <= eras; ++era) {
        const int due = toll.by_era[static_cast<std::size_t>(era)];
        int present = 0;
        int types = 0;
        int with_plane = 0;
        for (std::size_t i = 0; i < side.units.size(); ++i) {
            if (side.units[i].era != era || wave.units[i] == 0) continue;
            present += wave.units[i];
            with_plane += supported[i];
            ++types;
        }
        if (due == 0 || due == present) continue;
        if (types > 1) return false;
        // One type, some of it lives: the owner still chooses between pieces with and without an aircraft.
        if (game.air_loss == AirLoss::paired && with_plane > 0 && with_plane < present) return false;
    }
    return true;
}

void remove(const Game& game, Position& position, int seat, const Losses& losses, Counts& planes) {
    const auto& side = game.side(seat);
    auto& force = position.of(seat);
    for (std::size_t i = 0; i < side.units.size(); ++i) force.units[i] -= losses.units[i];
    const bool nobody_left = ground_units(game, position, seat) == 0;
    for (std::size_t i = 0; i < side.strengths.size(); ++i) {
        if (nobody_left) planes[i] = force.aircraft[i];  // A13
        force.aircraft[i] -= planes[i];
    }
}

}  // namespace muster::rules::advanced_combat
