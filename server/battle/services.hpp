// What battles and connections share. Made once in main, outlives them all.
#pragma once
#include "rules/battle.hpp"
#include "server/base/bounded_pool.hpp"
#include "server/base/volume.hpp"
#include "server/battle/attendance.hpp"
#include "server/battle/commits.hpp"
#include "server/battle/dice_counter.hpp"
#include "server/battle/elsewhere.hpp"
#include "server/battle/ground.hpp"
#include "server/battle/nudges.hpp"
#include "server/battle/surroundings.hpp"
#include "server/battle/together_house.hpp"
#include "server/battle/waker.hpp"
#include "server/battle/witnesses.hpp"
#include "storage/store.hpp"

namespace muster::server {

struct Services : Ground {
    BoundedPool& loads;       ///< reads battles from the store; nothing else, so that a battle waits behind battles only
    BoundedPool& long_loads;  ///< takes over what is to be done for a long one of these (Settings::long_battle_bytes), so that others do not wait for it
    BoundedPool& searches;    ///< lists, searches and whatever else blocks on the store
    storage::Store& store;
    const rules::Rulesets& rulesets;
    Waker& waker;
    protocol::P256Key key;           ///< by which heads of battles are signed: the store's own (stored_key.hpp)
    Nudges* nudges = nullptr;        ///< null: nobody is told
    DiceCounter* dice = nullptr;     ///< null: nobody counts
    Witnesses* witnesses = nullptr;  ///< null: there are none
    Elsewhere* elsewhere = nullptr;  ///< null: what another server has is refused here
    Volume battle_bytes{};           ///< of all battles in memory, and of what waits for them
    Attendance attendance{};
    TogetherHouse together{};  ///< of all rooms in which battles are looked back at
    Commits commits{io, store};

    Surroundings surroundings() const { return {rulesets, key, nudges, witnesses}; }
};

}  // namespace muster::server
