#include "server/battle/stored_key.hpp"

#include <future>

#include "protocol/ids.hpp"

namespace muster::server {

std::expected<protocol::P256Key, storage::Failure> stored_key(storage::Store& store, const std::string& name) {
    using protocol::P256Key;
    const auto kept = store.recall(name);
    if (!kept) return std::unexpected(kept.error());
    if (!kept->empty()) {
        const auto bytes = protocol::from_hex(*kept);
        auto key = bytes ? P256Key::from_private(*bytes) : std::nullopt;
        if (!key) return std::unexpected(storage::Failure{storage::Failure::Kind::broken, "what the store has as " + name + " is not a key"});
        return std::move(*key);
    }
    const auto key = P256Key::generate();
    std::promise<std::expected<std::int64_t, storage::Failure>> stored;
    auto done = stored.get_future();
    store.remember_first(name, protocol::to_hex(key.private_bytes()),
                         [&](std::expected<std::int64_t, storage::Failure> result) { stored.set_value(std::move(result)); });
    if (const auto result = done.get(); !result) return std::unexpected(result.error());
    return stored_key(store, name);  // another server may have been first
}

std::expected<protocol::P256Key, storage::Failure> stored_proof_key(storage::Store& store) {
    const auto kept = store.recall(proof_key_name);
    if (!kept) return std::unexpected(kept.error());
    if (!kept->empty()) return stored_key(store, proof_key_name);
    const auto signing = store.keys_of_unfinished();
    if (!signing) return std::unexpected(signing.error());
    const auto meanwhile = store.recall(proof_key_name);  // by another server, whose first battle that is
    if (!meanwhile) return std::unexpected(meanwhile.error());
    if (signing->empty() || !meanwhile->empty()) return stored_key(store, proof_key_name);
    return std::unexpected(storage::Failure{storage::Failure::Kind::broken, "the store has lost the key by which it signs (" + proof_key_name +
                                                                                "), and battles run that began under it (public key " +
                                                                                protocol::to_hex(signing->front()) +
                                                                                "): restore a backup of this store, which has the key too"});
}

}  // namespace muster::server
