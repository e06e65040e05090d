#include "server/battle/kept_head.hpp"

#include <algorithm>

namespace muster::server {

namespace {

constexpr const char* name = "head";

}  // namespace

storage::Kept kept_form(const protocol::SignedHead& head) { return {{}, name, to_text(head)}; }

std::expected<std::optional<protocol::SignedHead>, Refusal> kept_head(const storage::StoredBattle& battle) {
    const auto kept = std::ranges::find_if(battle.kept, [](const storage::Kept& each) { return each.seat.empty() && each.name == name; });
    if (kept == battle.kept.end()) return std::nullopt;
    const auto json = parse_flat_json(kept->value);
    if (!json) return std::unexpected(json.error());
    return read_fields<protocol::SignedHead>(*json, Code::internal);
}

}  // namespace muster::server
