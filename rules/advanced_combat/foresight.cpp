#include "rules/advanced_combat/foresight.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace muster::rules::advanced_combat {

namespace {

constexpr int die_mean = 10;      ///< in thirds: a die with 6 as 5 averages 10/3
constexpr int die_variance = 20;  ///< in ninths
constexpr int third = 3;

/// A total before its dice are rolled, in thirds of a point.
class Outlook {
public:
    /// So many dice, each multiplied.
    void add(int dice, int times) {
        mean_ += die_mean * dice * times;
        low_ += third * dice * times;
        high_ += third * die_max * dice * times;
        variance_ += std::int64_t{die_variance} * dice * times * times;
    }
    void add_flat(int points) {
        for (int* each : {&mean_, &low_, &high_}) *each += third * points;
    }

    /// Three totals, each as likely as the others, that are spread like the dice's.
    std::array<int, 3> spread() const {
        const auto apart = static_cast<int>(std::sqrt(static_cast<double>(variance_ * 3 / 2)));
        return {points(mean_ - apart), points(mean_), points(mean_ + apart)};
    }

private:
    /// A8: never below 0.
    int points(int thirds) const { return std::max(0, std::clamp(thirds, low_, high_) / third); }

    int mean_ = 0;
    int low_ = 0;
    int high_ = 0;
    std::int64_t variance_ = 0;
};

/// What a wave comes to, with the strongest aircraft beside the units of its largest class.
Outlook outlook(const Game& game, const Position& position, int seat, const Counts& wave, const Counts& enemy) {
    const auto& side = game.side(seat);
    Outlook out;
    for (std::size_t i = 0; i < side.units.size(); ++i) out.add(wave[i], side.units[i].era);
    const Totals flat = bonuses(game, seat, wave, enemy, settlement_pieces(game, position));
    out.add_flat(flat.unit_modifiers + flat.science + flat.cia + flat.settlement);
    const Mass units = mass(side, wave);
    int room = std::max({units.sum(0), units.sum(1), units.sum(2)});
    for (const int plane : side.by_strength) {
        const int flying = std::min(room, at(position.of(seat).aircraft, plane));
        out.add(flying, strength(side, plane));
        room -= flying;
    }
    return out;
}

/// What three waves of `side` like this one lose together, in hit points, if the enemy's total is so.
std::int64_t absorbed(const Side& side, const Counts& wave, const Outlook& enemy) {
    std::int64_t out = 0;
    for (const int total : enemy.spread()) out += toll(side, wave, total).absorbed;
    return out;
}

std::int64_t hit_points(const Side& side, const Counts& units) {
    std::int64_t out = 0;
    for (std::size_t i = 0; i < side.units.size(); ++i) out += std::int64_t{hit_points_per_era} * units[i] * side.units[i].era;
    return out;
}

/// How the next phase goes for a seat: the better, the more. What both lose counts by their whole armies.
class NextPhase {
public:
    NextPhase(const Game& game, const Position& position, int seat, WaveFinder& finder)
        : game_(game), position_(position), seat_(seat), finder_(finder), own_(units_of(seat)), enemy_(units_of(other(seat))) {}

    /// The larger side chooses what is best for it, of the waves that it is likely to choose.
    std::int64_t value() {
        const int own = ground_units(game_, position_, seat_);
        const int enemy = ground_units(game_, position_, other(seat_));
        if (own == enemy) return value(own_, enemy_);
        const bool chooses = own > enemy;
        std::int64_t out = 0;
        bool first = true;
        for (const auto& wave : likely_waves(chooses ? seat_ : other(seat_), std::min(own, enemy))) {
            const auto next = chooses ? value(wave, enemy_) : value(own_, wave);
            if (first || (chooses ? next > out : next < out)) out = next;
            first = false;
        }
        return out;
    }

private:
    const Counts& units_of(int seat) const { return position_.of(seat).units; }

    std::array<Counts, 2> likely_waves(int seat, int size) {
        return {shared_wave(game_.side(seat), units_of(seat), size), usual_wave(game_, position_, seat, size, finder_)};
    }

    std::int64_t value(const Counts& own, const Counts& enemy) const {
        const auto lost = [&](int seat, const Counts& wave, const Counts& against) {
            return absorbed(game_.side(seat), wave, outlook(game_, position_, other(seat), against, wave));
        };
        return lost(other(seat_), enemy, own) * hit_points(game_.side(seat_), own_) - lost(seat_, own, enemy) * hit_points(game_.side(other(seat_)), enemy_);
    }

    const Game& game_;
    const Position& position_;
    int seat_;
    WaveFinder& finder_;
    const Counts& own_;
    const Counts& enemy_;
};

/// The position when the phase is over for the enemy of `seat`, too; as it is if nobody of the enemy's would be left.
Position enemy_done(const Game& game, const Progress& now, int seat) {
    Position out = now.position;
    const int enemy = other(seat);
    if (now.step != Step::loss_attacker || seat == defender) return out;
    const auto& wave = now.wave(enemy);
    const Toll due = toll(game.side(enemy), wave.units, now.wave(seat).totals.total);
    if (due.units == ground_units(game, out, enemy)) return out;
    const Losses losses = usual_losses(game, enemy, wave, now.wave(seat).units, due);
    Counts planes = aircraft_lost(game, enemy, wave, losses);
    remove(game, out, enemy, losses, planes);
    return out;
}

}  // namespace

Counts shared_wave(const Side& side, const Counts& living, int size) {
    std::array<int, eras + 1> by_era{};
    for (std::size_t i = 0; i < side.units.size(); ++i) by_era[static_cast<std::size_t>(side.units[i].era)] += living[i];
    std::array<int, eras + 1> places{};
    for (std::size_t era = 1; era <= eras; ++era) {
        places[era] = std::min(by_era[era], size);
        size -= places[era];
    }
    Counts wave{};
    std::array<int, eras + 1> passed{};
    std::array<int, eras + 1> taken{};
    for (auto next = side.by_worth.rbegin(); next != side.by_worth.rend(); ++next) {
        const auto era = static_cast<std::size_t>(type(side, *next).era);
        if (places[era] == 0) continue;
        passed[era] += at(living, *next);
        // Rounded over all types up to here, so that the last fills the places.
        const auto due = static_cast<int>(std::int64_t{passed[era]} * places[era] / by_era[era]);
        at(wave, *next) = due - taken[era];
        taken[era] = due;
    }
    return wave;
}

Losses foreseen_losses(const Game& game, const Progress& now, int seat, const Toll& due) {
    const auto& wave = now.wave(seat);
    WaveFinder finder;
    Position after = enemy_done(game, now, seat);
    std::vector<Losses> seen;
    std::size_t best = 0;
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    const auto look_at = [&](const Losses& losses) {
        if (std::ranges::any_of(seen, [&](const Losses& each) { return each.units == losses.units && each.supported == losses.supported; })) return;
        seen.push_back(losses);
        after.of(seat) = now.position.of(seat);
        Counts planes = aircraft_lost(game, seat, wave, losses);
        remove(game, after, seat, losses, planes);
        if (const auto value = NextPhase(game, after, seat, finder).value(); value > most) {
            most = value;
            best = seen.size() - 1;
        }
    };
    const auto usual = usual_order(game, seat, wave, now.wave(other(seat)).units);
    look_at(losses_in(usual, game, due));
    std::array<int, arms> rank{0, 1, 2};
    do {
        auto order = usual;
        sort_by_rank(order, [&](const Bucket& b) { return std::tuple(b.era, rank[static_cast<std::size_t>(type(game.side(seat), b.unit).arm)]); });
        look_at(losses_in(order, game, due));
    } while (std::ranges::next_permutation(rank).found);
    return seen[best];
}

}  // namespace muster::rules::advanced_combat
