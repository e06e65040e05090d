// A battle's status, as its fold, the store and clients call it.
#pragma once
#include "protocol/fold.hpp"
#include "protocol/server_messages.hpp"
#include "storage/store.hpp"

namespace muster::server {

storage::Status status_of(protocol::Fold::Phase phase);
storage::Status status_of(protocol::BattleStatus status);
protocol::BattleStatus status_of(storage::Status status);

/// Puts the status that `fold` has now into `step`, with the outcome if it is over, unless it was stored `before`.
void put_status(const protocol::Fold& fold, storage::Status before, const std::string& at, storage::Step& step);

}  // namespace muster::server
