// The server's own key for Web Push: made at the first start, the same ever after, since browsers' subscriptions are for this key.
#pragma once
#include <expected>

#include "server/nudge/push_key.hpp"
#include "storage/store.hpp"

namespace muster::server {

/// Blocking; called once, before anything is served.
std::expected<PushKey, storage::Failure> stored_push_key(storage::Store& store);

}  // namespace muster::server
