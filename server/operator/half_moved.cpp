#include "server/operator/half_moved.hpp"

namespace muster::server {

std::expected<void, std::string> expect_whole(storage::Store& store) {
    const auto from = store.recall(moving_key);
    if (!from) return std::unexpected(from.error().message);
    if (from->empty()) return {};
    return std::unexpected("the store holds only a part of " + *from + ": the move into it was interrupted; the same musterd move goes on with it");
}

}  // namespace muster::server
