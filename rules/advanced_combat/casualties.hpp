// Who dies, and who would die last.
#pragma once
#include "rules/advanced_combat/totals.hpp"
#include "rules/battle.hpp"

namespace muster::rules::advanced_combat {

/// A10: how many units of each era a wave loses.
struct Toll {
    std::array<int, eras + 1> by_era{};
    bool splits = false;  ///< of some era, not all of those that are there
    int absorbed = 0;
    int units = 0;
};
Toll toll(const Side& side, const Counts& wave, int damage);

/// `supported` counts those of the lost units that take an aircraft along (only with AirLoss::paired).
struct Losses {
    Counts units{};
    Counts supported{};
};

/// Some units of one type that are worth the same to their owner.
struct Bucket {
    int unit;
    int count;
    int era;
    bool supported;
};

/// Buckets of a wave, in the order in which they die. Asks for no memory.
class DyingOrder {
public:
    void push_back(const Bucket& bucket) {
        if (bucket.count > 0) buckets_[size_++] = bucket;
    }

    Bucket* begin() { return buckets_.data(); }
    Bucket* end() { return begin() + size_; }
    const Bucket* begin() const { return buckets_.data(); }
    const Bucket* end() const { return begin() + size_; }

private:
    std::array<Bucket, std::size_t{3} * types_max> buckets_;  // only the first `size_` hold something
    std::size_t size_ = 0;
};

/// All units of a wave in the order in which they die where nobody says otherwise (A17): oldest era first; within an era the unsupported,
/// then the lower modifier, then those without a match, then the last listed first. It is a rule, no policy: defaults and forced choices
/// follow it, and what a choice leaves open.
DyingOrder usual_order(const Game& game, int seat, const Wave& wave, const Counts& enemy);

/// The order in which `policy` lets them die. `listed` (A16): oldest era first, within an era the last listed first, of a type the
/// unsupported first; `best`: as usual.
DyingOrder dying_order(Policy policy, const Game& game, int seat, const Wave& wave, const Counts& enemy);

/// The losses by default.
Losses usual_losses(const Game& game, int seat, const Wave& wave, const Counts& enemy, const Toll& toll);

/// The losses of a toll that falls on the units in this order.
Losses losses_in(const DyingOrder& order, const Game& game, const Toll& toll);

/// The losses that `policy` chooses, but for the player `best` (foresight.hpp): here it does as usual.
Losses choose_losses(Policy policy, const Game& game, int seat, const Wave& wave, const Counts& enemy, const Toll& toll);

/// Within each era the types of the lowest rank die first, of equals in the usual order. `ranks`: by type.
Losses ranked_losses(const Counts& ranks, const Game& game, int seat, const Wave& wave, const Counts& enemy, const Toll& toll);

/// A13: the aircraft, by type, that go with these losses.
Counts aircraft_lost(const Game& game, int seat, const Wave& wave, const Losses& losses);

/// Whether a wave can take this toll in one way only.
bool forced(const Game& game, int seat, const Wave& wave, const Toll& toll);

/// Takes the losses off the living; a side without ground units loses its aircraft too, which are added to `planes`.
void remove(const Game& game, Position& position, int seat, const Losses& losses, Counts& planes);

}  // namespace muster::rules::advanced_combat
