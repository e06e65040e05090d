#include "tests/rules/advanced_combat/piece_by_piece.hpp"

#include <algorithm>
#include <limits>

#include "rules/advanced_combat/totals.hpp"

namespace muster::test {

using namespace rules::advanced_combat;

namespace {

constexpr int all_matched = 0;
constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min();

struct Item {
    int unit = 0;
    int count = 0;
    int era = 0;
    std::int64_t worth = 0;
};

/// The best n units of a class for every n.
class Arm {
public:
    Arm(const Game& game, const Side& side, const Counts& living, const Mass& enemy, int arm, int size, Measure measure)
        : point_(game.fleets ? 0 : measure.point) {
        int units = 0;
        for (int i = 0; i < static_cast<int>(side.units.size()); ++i) {
            const auto& unit = type(side, i);
            if (unit.arm != arm || at(living, i) == 0) continue;
            items_.push_back({i, at(living, i), unit.era, std::int64_t{measure.die} * unit.era + std::int64_t{measure.point} * unit.modifier});
            units += at(living, i);
        }
        size = std::min(size, units);
        if (game.cia == Cia::worst) search_worst(enemy.sum(prey_of(arm)), size);
        else if (game.cia == Cia::oldest_era) search_oldest(enemy.sum(prey_of(arm)), size);
        else search_greedily(game, enemy, prey_of(arm), size);
    }

    int available() const { return static_cast<int>(values_.size()) - 1; }
    std::int64_t value(int n) const { return values_[static_cast<std::size_t>(n)]; }
    int first_unit() const { return items_.empty() ? types_max : items_.front().unit; }

    void pick(int n, Counts& wave) const {
        if (limits_.empty()) {
            for (int i = 0; i < n; ++i) ++at(wave, order_[static_cast<std::size_t>(i)]);
            return;
        }
        auto items = items_;
        sort_by_key(items, limits_[static_cast<std::size_t>(n)]);
        for (const auto& item : items) {
            const int part = std::min(item.count, n);
            at(wave, item.unit) += part;
            n -= part;
        }
    }

private:
    void search_greedily(const Game& game, const Mass& enemy, int prey_arm, int size) {
        std::array<int, eras + 1> prey{};
        std::array<int, eras + 1> matched{};
        int prey_left = game.cia == Cia::best ? enemy.sum(prey_arm) : 0;
        if (game.cia == Cia::same_era) prey = enemy.of(prey_arm);
        std::vector<int> left;
        for (const auto& item : items_) left.push_back(item.count);
        for (int n = 0; n < size; ++n) {
            int oldest = 0;
            for (int era = eras; era >= 1; --era)
                if (matched[static_cast<std::size_t>(era)] > 0) oldest = era;
            const auto gain = [&](int era) {
                if (game.cia == Cia::same_era) return prey[static_cast<std::size_t>(era)] > 0 ? era : 0;
                return prey_left > 0 ? era : oldest > 0 ? std::max(0, era - oldest) : 0;
            };
            std::size_t best = items_.size();
            std::int64_t best_value = nothing;
            for (std::size_t i = 0; i < items_.size(); ++i) {
                const std::int64_t value = items_[i].worth + point_ * gain(items_[i].era);
                if (left[i] == 0 || value <= best_value) continue;
                best = i;
                best_value = value;
            }
            const auto era = static_cast<std::size_t>(items_[best].era);
            if (game.cia == Cia::same_era && prey[era] > 0) {
                --prey[era];
            } else if (prey_left > 0) {
                --prey_left;
                ++matched[era];
            } else if (oldest > 0 && items_[best].era > oldest) {
                --matched[static_cast<std::size_t>(oldest)];
                ++matched[era];
            }
            --left[best];
            order_.push_back(items_[best].unit);
            values_.push_back(values_.back() + best_value);
        }
    }

    void search_worst(int prey, int size) {
        values_.assign(static_cast<std::size_t>(size) + 1, nothing);
        limits_.assign(static_cast<std::size_t>(size) + 1, all_matched);
        auto items = items_;
        for (int limit = all_matched; limit <= eras; ++limit) {
            sort_by_key(items, limit);
            std::int64_t value = limit == all_matched ? 0 : point_ * limit * prey;
            int n = 0;
            const auto note = [&] {
                if ((n < prey) != (limit == all_matched) || value <= values_[static_cast<std::size_t>(n)]) return;
                values_[static_cast<std::size_t>(n)] = value;
                limits_[static_cast<std::size_t>(n)] = limit;
            };
            note();
            for (const auto& item : items)
                for (int i = 0; i < item.count && n < size; ++i) {
                    value += key(item, limit);
                    ++n;
                    note();
                }
        }
    }

    void search_oldest(int prey, int size) {
        values_.assign(static_cast<std::size_t>(size) + 1, nothing);
        limits_.assign(static_cast<std::size_t>(size) + 1, 1);
        oldest_ = true;
        for (int limit = 1; limit <= eras; ++limit) {
            auto items = items_;
            sort_by_key(items, limit);
            std::int64_t value = 0;
            int n = 0;
            const auto note = [&] {
                if (value <= values_[static_cast<std::size_t>(n)]) return;
                values_[static_cast<std::size_t>(n)] = value;
                limits_[static_cast<std::size_t>(n)] = limit;
            };
            note();
            for (const auto& item : items)
                for (int i = 0; i < item.count && n < size && item.era >= limit; ++i) {
                    value += item.worth + (n < prey ? point_ * limit : 0);
                    ++n;
                    note();
                }
        }
    }

    std::int64_t key(const Item& item, int limit) const {
        if (oldest_) return item.era < limit ? nothing + 1 : item.worth;
        if (limit == all_matched) return item.worth + point_ * item.era;
        return item.worth - point_ * std::max(0, limit - item.era);
    }

    void sort_by_key(std::vector<Item>& items, int limit) const {
        std::ranges::sort(items, {}, [&](const Item& item) { return std::pair(-key(item, limit), item.unit); });
    }

    std::vector<Item> items_{};
    std::vector<std::int64_t> values_{0};
    std::vector<int> order_{};
    std::vector<int> limits_{};
    bool oldest_ = false;  ///< Cia::oldest_era: nobody of an era below the limit is in the wave
    std::int64_t point_ = 0;
};

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
            const auto its = std::ranges::find(each, with_era);
            if (its == each.end()) each.insert(each.begin(), 0);
            else std::rotate(each.begin(), its, its + 1);
        }
    } else if (game.cia == Cia::oldest_era) {
        each.assign(static_cast<std::size_t>(hunters.sum(hunter)), hunters.oldest(hunter));
    } else {
        for (int i = 0; i < eras; ++i) {
            const int era = game.cia == Cia::best ? eras - i : 1 + i;
            each.insert(each.end(), static_cast<std::size_t>(hunters.at(hunter, era)), era);
        }
    }
    for (std::size_t n = 1; n < out.size(); ++n) out[n] = out[n - 1] + (n <= each.size() ? each[n - 1] : 0);
    return out;
}

bool gain_possible(const Game& game, const Mass& hunters, const Mass& enemy, int size, int needed) {
    for (int arm = 0; arm < arms; ++arm) {
        const auto fixed = gains(game, hunters, enemy, arm, size, enemy.oldest());
        const auto x = gains(game, hunters, enemy, (arm + 1) % arms, size, 0);
        const auto y = gains(game, hunters, enemy, (arm + 2) % arms, size, 0);
        for (std::size_t a = 1; a < fixed.size(); ++a)
            for (std::size_t b = 0; b < x.size() && a + b <= static_cast<std::size_t>(size); ++b) {
                const std::size_t c = static_cast<std::size_t>(size) - a - b;
                if (c < y.size() && fixed[a] + x[b] + y[c] >= needed) return true;
            }
    }
    return false;
}

}  // namespace

FoundWave best_wave(const Game& game, const Position& position, int seat, int size, Measure measure) {
    const auto& side = game.side(seat);
    const auto& own = position.of(seat);
    const Mass enemy = mass(game.side(other(seat)), position.of(other(seat)).units);
    std::vector<Arm> arm;
    for (int i = 0; i < arms; ++i) arm.emplace_back(game, side, own.units, enemy, i, size, measure);
    std::ranges::sort(arm, {}, &Arm::first_unit);
    FoundWave out{nothing, {}};
    std::array<int, 3> taken{};
    for (int a = std::min(size, arm[0].available()); a >= 0; --a)
        for (int b = std::min(size - a, arm[1].available()); b >= 0; --b) {
            const int c = size - a - b;
            if (c > arm[2].available()) break;
            const std::int64_t air = std::int64_t{measure.die} * strongest(side, own.aircraft, std::max({a, b, c}));
            const std::int64_t value = arm[0].value(a) + arm[1].value(b) + arm[2].value(c) + air;
            if (value <= out.value) continue;
            out.value = value;
            taken = {a, b, c};
        }
    for (std::size_t i = 0; i < arm.size(); ++i) arm[i].pick(taken[i], out.units);
    return out;
}

bool can_kill_piece_by_piece(const Game& game, const Position& position, int seat) {
    const auto& side = game.side(seat);
    const auto& own = position.of(seat);
    const int own_units = ground_units(game, position, seat);
    const int enemy_units = ground_units(game, position, other(seat));
    const int size = std::min(own_units, enemy_units);
    const Mass enemy = mass(game.side(other(seat)), position.of(other(seat)).units);
    const int target =
        hit_points_per_era * enemy.oldest() - science_bonus(game, seat, size) - settlement_penalty(game, seat, settlement_pieces(game, position));
    if (own_units > enemy_units) return best_wave(game, position, seat, size, all_fives).value >= target;
    const Mass all = mass(side, own.units);
    int most = die_max * strongest(side, own.aircraft, std::max({all.sum(0), all.sum(1), all.sum(2)}));
    for (std::size_t i = 0; i < side.units.size(); ++i) most += own.units[i] * (die_max * side.units[i].era + side.units[i].modifier);
    if (most >= target) return true;
    if (own_units == enemy_units) return most + cia_bonus(game, all, enemy) >= target;
    return gain_possible(game, all, enemy, size, target - most);
}

}  // namespace muster::test
