#include "server/battle/stored_key.hpp"

#include <future>

#include "protocol/ids.hpp"

namespace muster::server {

namespace {

storage::Result keep_first(storage::Store& store, const std::string& name, std::string value) {
    std::promise<storage::Result> stored;
    auto done = stored.get_future();
    store.remember_first(name, std::move(value), [&](storage::Result result) { stored.set_value(std::move(result)); });
    return done.get();
}

}  // namespace

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
    if (const auto stored = keep_first(store, name, protocol::to_hex(key.private_bytes())); !stored) return std::unexpected(stored.error());
    return stored_key(store, name);  // another server may have been first
}

std::expected<std::string, storage::Failure> stored_node_secret(storage::Store& store) {
    constexpr std::size_t secret_bytes = 32;
    const std::string name = "node_secret";
    const auto kept = store.recall(name);
    if (!kept) return std::unexpected(kept.error());
    if (const auto bytes = protocol::from_hex(*kept); bytes && bytes->size() == secret_bytes) return *bytes;
    if (!kept->empty()) return std::unexpected(storage::Failure{storage::Failure::Kind::broken, "what the store has as " + name + " is no secret"});
    if (const auto stored = keep_first(store, name, protocol::to_hex(protocol::random_bytes(secret_bytes))); !stored) return std::unexpected(stored.error());
    return stored_node_secret(store);
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
