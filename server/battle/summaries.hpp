// Battles as lists show them. Both block on the store: call them where that is allowed (Services::searches).
#pragma once
#include <expected>
#include <string>

#include "protocol/server_messages.hpp"
#include "server/battle/services.hpp"

namespace muster::server {

/// Public battles, newest first.
std::expected<protocol::Battles, Refusal> list_battles(const Services& services, const protocol::List& query);
struct FoundBattle {
    protocol::BattleSummary summary;
    bool is_private = false;  ///< only for those who hold a token of it; for others it does not exist
};
/// `private_too`: somebody shows a token, which is still to be looked at.
std::expected<FoundBattle, Refusal> summary_of_battle(storage::Store& store, const std::string& battle, bool private_too);

/// What somebody is told whose request met a store that failed; the reason goes to the log.
Refusal store_refusal(const storage::Failure& failure);

}  // namespace muster::server
