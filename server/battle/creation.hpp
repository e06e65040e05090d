// A new battle, as somebody wants it: checked, with its first events and everything that the store is to keep. Pure but for its names
// and secrets, which are drawn.
#pragma once
#include <expected>
#include <memory>
#include <vector>

#include "protocol/fold.hpp"
#include "protocol/server_messages.hpp"
#include "server/battle/bots.hpp"
#include "server/battle/now.hpp"
#include "server/battle/nudge_targets.hpp"
#include "server/battle/open_seats.hpp"
#include "server/battle/surroundings.hpp"
#include "storage/store.hpp"

namespace muster::server {

struct NewBattle {
    storage::StoredBattle stored;          ///< as it will be read from the store but for its number; its one step is what the store is given
    protocol::Created answer;              ///< with the seats' tokens, told once
    std::unique_ptr<protocol::Fold> fold;  ///< the battle itself, after its first events
    protocol::Applied applied;             ///< these
};

/// One that is checked, before anything has happened in it but that it was created.
struct DraftBattle {
    protocol::Create message;
    Bots bots;
    OpenSeats open;
    CreatedNudges nudges;
    std::unique_ptr<protocol::Fold> fold;
    protocol::Applied applied;
};

/// Refuses what the ruleset, the options or the nudges do not allow, with the path in the message. Its proof follows muster/2.
std::expected<DraftBattle, Refusal> draft_battle(const protocol::Create& message, const Surroundings& around, Now now);
/// What is to be asked of its witness; nothing: it has none.
std::optional<protocol::WitnessQuestion> question_of(const DraftBattle& draft, const protocol::P256Key& key);
/// With what its witness has answered, if it has one. Refuses (server_busy) an answer that does not hold.
std::expected<NewBattle, Refusal> finish_battle(DraftBattle draft, const std::optional<protocol::WitnessAnswer>& witness, const protocol::P256Key& key);
/// Both at once, of a battle without a witness.
std::expected<NewBattle, Refusal> new_battle(const protocol::Create& message, const Surroundings& around, Now now);

/// bad_setup at /ruleset, with what may have been meant.
Refusal unknown_ruleset(const rules::Rulesets& rulesets, const std::string& id);

}  // namespace muster::server
