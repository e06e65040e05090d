#include "server/nudge/push_key_store.hpp"

#include <future>

#include "protocol/ids.hpp"

namespace muster::server {

std::expected<PushKey, storage::Failure> stored_push_key(storage::Store& store) {
    const std::string name = "push_key";
    const auto kept = store.recall(name);
    if (!kept) return std::unexpected(kept.error());
    if (!kept->empty()) {
        const auto bytes = protocol::from_hex(*kept);
        auto key = bytes ? PushKey::from_private(*bytes) : std::nullopt;
        if (!key) return std::unexpected(storage::Failure{storage::Failure::Kind::broken, "the Web Push key in the store is not a key"});
        return std::move(*key);
    }
    auto key = PushKey::generate();
    std::promise<std::expected<std::int64_t, storage::Failure>> stored;
    auto done = stored.get_future();
    store.remember(name, protocol::to_hex(key.private_bytes()),
                   [&](std::expected<std::int64_t, storage::Failure> result) { stored.set_value(std::move(result)); });
    if (const auto result = done.get(); !result) return std::unexpected(result.error());
    return key;
}

}  // namespace muster::server
