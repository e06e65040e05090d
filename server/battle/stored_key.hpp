// Keys of the server's own: made at the first start, the same ever after. Browsers' subscriptions are for the one, running battles for the other.
#pragma once
#include <expected>
#include <string>

#include "protocol/p256_key.hpp"
#include "storage/store.hpp"

namespace muster::server {

/// The key that is remembered under `name`. Blocking; called before anything is served.
std::expected<protocol::P256Key, storage::Failure> stored_key(storage::Store& store, const std::string& name);

/// 32 random bytes that all servers of the store know, and nobody else: by them they know each other (access/node_pass.hpp). Blocking.
std::expected<std::string, storage::Failure> stored_node_secret(storage::Store& store);

inline const std::string push_key_name = "push_key";    ///< Web Push
inline const std::string proof_key_name = "proof_key";  ///< heads of battles (protocol/signed_head.hpp)

/// The key by which heads of battles are signed. Refuses (broken) where it would have to be made although battles run that began under another one: by a
/// new one their records would never hold.
std::expected<protocol::P256Key, storage::Failure> stored_proof_key(storage::Store& store);

}  // namespace muster::server
