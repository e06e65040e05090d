// Counts the dice of battles that have ended, in the background, a few battles at a time: the store notes which are to be counted, here their events are read,
// and what they rolled goes back with a commit of its own. A battle that ended before a crash, or in an older store, is counted like
// any other. A battle that cannot be read stays uncounted, and is tried again when the server starts. Thread-safe.
#pragma once
#include <atomic>
#include <cstdint>
#include <expected>
#include <optional>

#include "rules/battle.hpp"
#include "server/base/bounded_pool.hpp"
#include "storage/store.hpp"

namespace muster::server {

/// The dice of a battle that has ended, from its events; nothing: they cannot be understood. Blocking.
std::expected<std::optional<storage::CountedBattle>, storage::Failure> dice_of(storage::Store& store, const rules::Rulesets& rulesets,
                                                                               const storage::Uncounted& battle);

class DiceCounter {
public:
    /// `pool` has one thread and room for two works. All must outlive the work and every report of the store.
    DiceCounter(BoundedPool& pool, storage::Store& store, const rules::Rulesets& rulesets) : pool_(pool), store_(store), rulesets_(rulesets) {}
    DiceCounter(const DiceCounter&) = delete;
    DiceCounter& operator=(const DiceCounter&) = delete;

    /// There may be something to count: a battle has ended, or the server starts. What the store refuses now is tried again with the next call.
    void look();
    /// Begins nothing any more.
    void stop() { stopped_ = true; }

private:
    void go_on();
    void count_some();
    void give_up(const storage::Failure& failure);

    BoundedPool& pool_;
    storage::Store& store_;
    const rules::Rulesets& rulesets_;
    std::atomic<bool> stopped_{false};
    std::atomic<std::int64_t> looks_{0};  ///< asked for since it last had nothing to do; 0: it is at rest
    std::int64_t last_ = 0;               ///< the last note that was dealt with; of whoever is at work, one at a time
};

}  // namespace muster::server
