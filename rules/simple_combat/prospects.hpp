// All that a unit may fire at, cut down to what can matter for its best declaration (E9).
//
// A declaration parts weapons among targets: each target gets a set of them. A set of k weapons leaves n - k others of a unit's n,
// which take away n - k targets at most; so it goes to one of the n - k + 1 targets at which it is worth most, of equals the
// first. These shortlists are kept for every set. Damage to one target changes its own place on them and nothing else, and the
// best declaration follows from the shortlists alone, however many targets there are.
#pragma once
#include "rules/simple_combat/worth.hpp"

namespace muster::rules::simple_combat {

/// A declaration of a unit.
struct Plan {
    int unit = -1;
    int shots = 0;
    std::array<Shot, weapons_max> shot{};
    Worth worth{};

    std::span<const Shot> all() const { return {shot.data(), static_cast<std::size_t>(shots)}; }
};

/// The targets at which a set of weapons is worth most; of equals the first.
class Shortlist {
public:
    struct Entry {
        int target = 0;
        Worth worth{};
    };

    void clear() { size_ = 0; }
    /// Finds this target's place among the best `most`. False: it has none.
    bool offer(Entry entry, std::size_t most);
    void remove(int target);
    const Entry* find(int target) const;
    std::span<const Entry> all() const { return std::span(entries_).first(size_); }

private:
    std::array<Entry, weapons_max> entries_{};
    std::size_t size_ = 0;
};

class Prospects {
public:
    /// Looks at all targets of a living unit.
    void look(const Game& game, const State& state, const Sights& sights, int unit);
    /// This target has been damaged or destroyed since. False: that makes no difference to the unit.
    bool look_again(const Game& game, const State& state, const Sights& sights, int target);

    /// The declaration that is worth most; of equals the one with fewer shots, then at targets listed first. No shots: nothing is
    /// worth anything. Redirected shots (E5) are not counted.
    Plan plan() const;

    /// Steps of look() and plan() at the most, or of look_again() at one target.
    static std::int64_t steps_to_look(const Game& game, int unit);

private:
    /// The unit fires with exactly these pairs of twins together, which aim worse then.
    struct Way {
        WeaponSet together = 0;
        std::array<Shortlist, weapon_sets> best_for{};
    };
    /// How this damage changes a shortlist.
    enum class Change { none, better, worse };

    /// What each set of weapons is worth at a target; nothing where one of the set cannot fire at it, or to no effect.
    using Row = std::array<std::optional<Worth>, weapon_sets>;
    Row row_of(const Game& game, const State& state, const Sights& sights, const Way& way, int target) const;
    void look_at_all(const Game& game, const State& state, const Sights& sights, Way& way) const;
    Change take_in(const Row& row, int target, Way& way) const;
    /// How many targets of a set can matter.
    std::size_t most(WeaponSet set) const;
    bool counts(const Way& way, WeaponSet set) const;

    int unit_ = -1;
    int weapons_ = 0;
    std::vector<WeaponSet> pairs_{};
    std::vector<Way> ways_{};
};

}  // namespace muster::rules::simple_combat
