// What all battles of one server have in common.
#pragma once
#include "protocol/p256_key.hpp"
#include "rules/battle.hpp"
#include "server/battle/nudges.hpp"
#include "server/battle/witnesses.hpp"

namespace muster::server {

/// All of it outlives the battles.
struct Surroundings {
    const rules::Rulesets& rulesets;
    const protocol::P256Key& key;          ///< by which heads are signed
    const NudgePlaces* places = nullptr;   ///< where nudges may go; null: nobody is told
    const Witnesses* witnesses = nullptr;  ///< who may feed dice; null: nobody
};

}  // namespace muster::server
