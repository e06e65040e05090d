// The last signed head of a battle that is over: kept, because each signature is another and a finished record never changes, and because the
// record of an imported battle is signed by another server.
#pragma once
#include <expected>
#include <optional>

#include "protocol/signed_head.hpp"
#include "storage/battle.hpp"

namespace muster::server {

storage::Kept kept_form(const protocol::SignedHead& head);

/// What the battle keeps of it; nothing while it is not over, or if it is of the time before muster/2.
std::expected<std::optional<protocol::SignedHead>, Refusal> kept_head(const storage::StoredBattle& battle);

}  // namespace muster::server
