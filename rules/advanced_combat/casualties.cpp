#include "rules/advanced_combat/casualties.hpp"

#include <algorithm>
#include <tuple>

namespace muster::rules::advanced_combat {

namespace {

/// How many pieces of each type have a match in the enemy's wave (A6); of one class and era those with the higher
/// modifier have it. With Cia::oldest_era, where all count the same, the oldest have it.
Counts matched_units(const Game& game, const Side& side, const Counts& wave, const Side& enemy_side, const Counts& enemy_wave) {
    Counts out{};
    if (game.fleets) return out;
    const bool oldest_first = game.cia == Cia::worst || game.cia == Cia::oldest_era;
    const Mass own = mass(side, wave);
    const Mass enemy = mass(enemy_side, enemy_wave);
    std::array<std::array<int, eras + 1>, arms> left{};
    for (int arm = 0; arm < arms; ++arm) {
        int prey = enemy.sum(prey_of(arm));
        if (own.sum(arm) == 0 || prey == 0) continue;
        for (int i = 0; i < eras; ++i) {
            const int era = oldest_first ? 1 + i : eras - i;
            const int part = std::min(own.at(arm, era), game.cia == Cia::same_era ? enemy.at(prey_of(arm), era) : prey);
            left[static_cast<std::size_t>(arm)][static_cast<std::size_t>(era)] = part;
            prey -= part;
        }
    }
    for (const int i : side.by_worth) {
        const auto& unit = type(side, i);
        int& rest = left[static_cast<std::size_t>(unit.arm)][static_cast<std::size_t>(unit.era)];
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

/// Oldest era first, within an era the last listed first, of a type the unsupported first.
DyingOrder listed_order(const Side& side, const Counts& wave, const Counts& costly) {
    DyingOrder order;
    for (int era = 1; era <= eras; ++era)
        for (int i = static_cast<int>(side.units.size()) - 1; i >= 0; --i) {
            if (type(side, i).era != era) continue;
            const int dear = std::min(at(wave, i), at(costly, i));
            order.push_back({i, at(wave, i) - dear, era, false});
            order.push_back({i, dear, era, true});
        }
    return order;
}

/// The losses of a toll that takes all units of an era or none.
Losses whole_eras(const Game& game, const Side& side, const Wave& wave, const Toll& toll) {
    Losses out;
    if (game.air_loss == AirLoss::paired) out.supported = supported_units(wave.support);
    for (std::size_t i = 0; i < side.units.size(); ++i) {
        if (toll.by_era[static_cast<std::size_t>(side.units[i].era)] > 0) out.units[i] = wave.units[i];
        else out.supported[i] = 0;
    }
    return out;
}

}  // namespace

Toll toll(const Side& side, const Counts& wave, int damage) {
    Toll out;
    for (std::size_t i = 0; i < side.units.size(); ++i) out.by_era[static_cast<std::size_t>(side.units[i].era)] += wave[i];
    for (int era = 1; era <= eras; ++era) {
        int& count = out.by_era[static_cast<std::size_t>(era)];
        if (count == 0) continue;
        const int capacity = hit_points_per_era * era;
        // A newer unit costs more than an older one: what an era leaves over cannot kill the next.
        if (const int rest = damage - out.absorbed; rest < count * capacity) {  // else nothing has to be divided
            count = rest / capacity;
            out.splits = out.splits || count > 0;
        }
        out.absorbed += count * capacity;
        out.units += count;
    }
    return out;
}

DyingOrder usual_order(const Game& game, int seat, const Wave& wave, const Counts& enemy) {
    const auto& side = game.side(seat);
    const Counts costly = costly_units(game, side, wave);
    const bool any_dear = !wave.support.pairs.empty();
    const auto dear = [&](int i) { return std::min(at(wave.units, i), at(costly, i)); };
    std::optional<Counts> matched;
    const auto cheap_matched = [&](int i) { return std::max(0, std::min(at(wave.units, i), at(*matched, i)) - dear(i)); };
    DyingOrder order;
    // From the least worth on, so nothing has to be sorted: types of one era and modifier stand together.
    const auto last = side.by_worth.rend();
    for (auto next = side.by_worth.rbegin(); next != last;) {
        const auto first_of_era = next;
        const int era = type(side, *next).era;
        while (next != last && type(side, *next).era == era) {
            const auto first = next;
            const int modifier = type(side, *first).modifier;
            int types = 0;
            for (; next != last && type(side, *next).era == era && type(side, *next).modifier == modifier; ++next) types += at(wave.units, *next) > 0 ? 1 : 0;
            if (types > 1 && !matched) matched = matched_units(game, side, wave.units, game.side(other(seat)), enemy);
            for (auto each = first; each != next; ++each)
                order.push_back({*each, at(wave.units, *each) - dear(*each) - (types > 1 ? cheap_matched(*each) : 0), era, false});
            if (types < 2) continue;  // all of them, with a match or without: there is nothing to choose
            for (auto each = first; each != next; ++each) order.push_back({*each, cheap_matched(*each), era, false});
        }
        for (auto each = first_of_era; any_dear && each != next; ++each) order.push_back({*each, dear(*each), era, true});
    }
    return order;
}

DyingOrder dying_order(Policy policy, const Game& game, int seat, const Wave& wave, const Counts& enemy) {
    const auto& side = game.side(seat);
    return policy == Policy::listed ? listed_order(side, wave.units, costly_units(game, side, wave)) : usual_order(game, seat, wave, enemy);
}

Losses losses_in(const DyingOrder& order, const Game& game, const Toll& toll) {
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

Losses usual_losses(const Game& game, int seat, const Wave& wave, const Counts& enemy, const Toll& toll) {
    if (toll.units == 0) return {};
    if (!toll.splits) return whole_eras(game, game.side(seat), wave, toll);
    return losses_in(usual_order(game, seat, wave, enemy), game, toll);
}

Losses choose_losses(Policy policy, const Game& game, int seat, const Wave& wave, const Counts& enemy, const Toll& toll) {
    if (policy == Policy::preset || !toll.splits) return usual_losses(game, seat, wave, enemy, toll);
    return losses_in(dying_order(policy, game, seat, wave, enemy), game, toll);
}

Losses ranked_losses(const Counts& ranks, const Game& game, int seat, const Wave& wave, const Counts& enemy, const Toll& toll) {
    auto order = usual_order(game, seat, wave, enemy);
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
