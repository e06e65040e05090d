// A new battle, as somebody wants it: checked, with its first events and everything that the store is to keep. Pure but for its names
// and secrets, which are drawn.
#pragma once
#include <expected>
#include <memory>
#include <vector>

#include "protocol/fold.hpp"
#include "protocol/server_messages.hpp"
#include "server/battle/now.hpp"
#include "server/battle/nudges.hpp"
#include "storage/store.hpp"

namespace muster::server {

struct NewBattle {
    storage::StoredBattle stored;          ///< as it will be read from the store but for its number; its one step is what the store is given
    protocol::Created answer;              ///< with the seats' tokens, told once
    std::unique_ptr<protocol::Fold> fold;  ///< the battle itself, after its first events
    protocol::Applied applied;             ///< these
};

/// Refuses what the ruleset, the options or the nudges do not allow, with the path in the message.
std::expected<NewBattle, Refusal> new_battle(const protocol::Create& message, const rules::Rulesets& rulesets, const NudgePlaces* places, Now now);

/// bad_setup at /ruleset, with what may have been meant.
Refusal unknown_ruleset(const rules::Rulesets& rulesets, const std::string& id);

}  // namespace muster::server
