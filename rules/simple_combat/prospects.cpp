#include "rules/simple_combat/prospects.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace muster::rules::simple_combat {

namespace {

/// Sets of weapons with what each is worth at one target.
struct Offer {
    int target = 0;
    WeaponSet usable = 0;  ///< all weapons of these sets
    std::array<std::optional<Worth>, weapon_sets> worth{};
};

/// The best way to fire each set of weapons at the targets that were offered, one after the other.
class Assignments {
public:
    explicit Assignments(WeaponSet all) : all_(all) { best_[0].possible = true; }

    void take(const Offer& offer) {
        // Larger sets first: what is left for the other targets is a smaller set, which does not yet have this target.
        for (WeaponSet set = all_; set != 0; set = (set - 1) & all_)
            for (WeaponSet here = set & offer.usable; here != 0; here = (here - 1) & set & offer.usable)
                if (const auto& worth = offer.worth[here]) fire(set, here, *worth, offer.target);
    }

    /// Takes the best of the sets that `counts` allows into `plan`, if it is worth more or as much with fewer shots.
    template <typename Counts>
    void improve(Plan& plan, Counts counts) const {
        for (WeaponSet set = 1; set <= all_; ++set) {
            const auto& best = best_[set];
            if (!best.possible || !counts(set) || best.worth < plan.worth) continue;
            if (best.worth == plan.worth && std::popcount(set) >= plan.shots) continue;
            plan.worth = best.worth;
            plan.shots = 0;
            for (int weapon = 0; weapon < weapons_max; ++weapon)
                if ((set >> weapon & 1U) != 0) plan.shot[static_cast<std::size_t>(plan.shots++)] = {weapon, best.target[static_cast<std::size_t>(weapon)]};
        }
    }

private:
    struct Best {
        bool possible = false;
        Worth worth{};
        std::array<int, weapons_max> target{};
    };

    /// Of `set`, the weapons `here` at this target and the others as is best for them.
    void fire(WeaponSet set, WeaponSet here, Worth worth, int target) {
        const auto& rest = best_[set & ~here];
        if (!rest.possible) return;
        const Worth sum = rest.worth + worth;
        auto& best = best_[set];
        if (best.possible && sum <= best.worth) return;
        best = rest;
        best.worth = sum;
        for (std::size_t weapon = 0; weapon < weapons_max; ++weapon)
            if ((here >> weapon & 1U) != 0) best.target[weapon] = target;
    }

    WeaponSet all_;
    std::array<Best, weapon_sets> best_{};
};

/// The pairs of a unit, each as the set of its two weapons.
std::vector<WeaponSet> pairs_of(const Game& game, int unit) {
    std::vector<WeaponSet> out;
    for (int weapon = 0; weapon < game.weapons(unit); ++weapon)
        if (const int twin = game.weapon(unit, weapon).twin; twin > weapon) out.push_back(1U << weapon | 1U << twin);
    return out;
}

/// The entries of all shortlists, target by target.
std::vector<Offer> offers_of(std::span<const Shortlist> lists) {
    struct Entry {
        int target = 0;
        WeaponSet set = 0;
        Worth worth{};
    };
    std::vector<Entry> entries;
    for (WeaponSet set = 1; set < lists.size(); ++set)
        for (const auto& entry : lists[set].all()) entries.push_back({entry.target, set, entry.worth});
    std::ranges::sort(entries, {}, [](const Entry& entry) { return std::pair(entry.target, entry.set); });
    std::vector<Offer> out;
    for (const auto& entry : entries) {
        if (out.empty() || out.back().target != entry.target) out.push_back({entry.target});
        out.back().usable |= entry.set;
        out.back().worth[entry.set] = entry.worth;
    }
    return out;
}

}  // namespace

bool Shortlist::offer(Entry entry, std::size_t most) {
    const auto before = [](const Entry& a, const Entry& b) { return a.worth != b.worth ? a.worth > b.worth : a.target < b.target; };
    if (size_ == most) {
        if (!before(entry, entries_[size_ - 1])) return false;
        --size_;
    }
    std::size_t place = size_++;
    for (; place > 0 && before(entry, entries_[place - 1]); --place) entries_[place] = entries_[place - 1];
    entries_[place] = entry;
    return true;
}

void Shortlist::remove(int target) {
    const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(size_);
    size_ = static_cast<std::size_t>(std::remove_if(entries_.begin(), end, [&](const Entry& entry) { return entry.target == target; }) - entries_.begin());
}

const Shortlist::Entry* Shortlist::find(int target) const {
    const auto found = std::ranges::find(all(), target, &Entry::target);
    return found == all().end() ? nullptr : &*found;
}

void Prospects::look(const Game& game, const State& state, const Sights& sights, int unit) {
    unit_ = unit;
    weapons_ = game.weapons(unit);
    pairs_ = pairs_of(game, unit);
    ways_.resize(std::size_t{1} << pairs_.size());
    for (std::size_t chosen = 0; chosen < ways_.size(); ++chosen) {
        ways_[chosen].together = 0;
        for (std::size_t i = 0; i < pairs_.size(); ++i)
            if ((chosen >> i & 1U) != 0) ways_[chosen].together |= pairs_[i];
        look_at_all(game, state, sights, ways_[chosen]);
    }
}

bool Prospects::look_again(const Game& game, const State& state, const Sights& sights, int target) {
    bool changed = false;
    for (auto& way : ways_) {
        const auto change = take_in(row_of(game, state, sights, way, target), target, way);
        // Who comes after those on the list is not known.
        if (change == Change::worse) look_at_all(game, state, sights, way);
        changed = changed || change != Change::none;
    }
    return changed;
}

void Prospects::look_at_all(const Game& game, const State& state, const Sights& sights, Way& way) const {
    for (auto& list : way.best_for) list.clear();
    const int enemy = other(game.seat_of(unit_));
    for (int target = game.first_of(enemy); target < game.end_of(enemy); ++target) {
        const Row row = row_of(game, state, sights, way, target);
        for (WeaponSet set = 1; set < weapon_sets; ++set)
            if (row[set]) way.best_for[set].offer({target, *row[set]}, most(set));
    }
}

Prospects::Row Prospects::row_of(const Game& game, const State& state, const Sights& sights, const Way& way, int target) const {
    Row row{};
    if (!alive(game, state, target)) return row;
    Parts parts{};
    WeaponSet usable = 0;
    for (int weapon = 0; weapon < weapons_; ++weapon) {
        auto& part = parts[static_cast<std::size_t>(weapon)];
        part = part_of(game, state, sights, unit_, weapon, target, (way.together >> weapon & 1U) != 0);
        if (part.matters()) usable |= 1U << weapon;
    }
    for (WeaponSet set = usable; set != 0; set = (set - 1) & usable) row[set] = worth_of(game, state, parts, set, target);
    return row;
}

Prospects::Change Prospects::take_in(const Row& row, int target, Way& way) const {
    Change out = Change::none;
    for (WeaponSet set = 1; set < weapon_sets; ++set) {
        auto& list = way.best_for[set];
        const auto* listed = list.find(target);
        if (listed && (!row[set] || *row[set] < listed->worth)) return Change::worse;
        if (!row[set] || (listed && *row[set] == listed->worth)) continue;
        if (listed) list.remove(target);
        if (list.offer({target, *row[set]}, most(set))) out = Change::better;
    }
    return out;
}

std::size_t Prospects::most(WeaponSet set) const { return static_cast<std::size_t>(weapons_) + 1 - static_cast<std::size_t>(std::popcount(set)); }

/// Whether of each pair both fire or not, as this way has it.
bool Prospects::counts(const Way& way, WeaponSet set) const {
    return std::ranges::all_of(pairs_, [&](WeaponSet pair) { return ((set & pair) == pair) == ((way.together & pair) == pair); });
}

Plan Prospects::plan() const {
    Plan plan{.unit = unit_};
    for (const auto& way : ways_) {
        Assignments assignments((1U << weapons_) - 1);
        for (const auto& offer : offers_of(way.best_for)) assignments.take(offer);
        assignments.improve(plan, [&](WeaponSet set) { return counts(way, set); });
    }
    return plan;
}

std::int64_t Prospects::steps_to_look(const Game& game, int unit) {
    constexpr std::int64_t steps_of_a_row = 400;     // the ways in which any of four shots may take effect, of each set of them
    constexpr std::int64_t beside_max = 12;          // bases that touch another
    constexpr std::int64_t steps_of_a_die = 20;      // of a blast, with specials and terrain
    constexpr std::int64_t steps_of_an_offer = 250;  // to part what is left among others
    const std::int64_t targets = game.sizes[static_cast<std::size_t>(other(game.seat_of(unit)))];
    std::int64_t row = steps_of_a_row;
    for (int weapon = 0; weapon < game.weapons(unit); ++weapon)
        if (game.weapon(unit, weapon).area) row += game.end_of(south) + beside_max * steps_of_a_die;
    const auto ways = std::int64_t{1} << pairs_of(game, unit).size();
    return ways * targets * (row + steps_of_an_offer);
}

}  // namespace muster::rules::simple_combat
