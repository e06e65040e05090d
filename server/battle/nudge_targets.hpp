// Where a whole battle's nudges go, as its creator says: a club's channel, for instance.
#pragma once
#include <expected>
#include <vector>

#include "protocol/client_messages.hpp"
#include "server/battle/nudges.hpp"
#include "storage/store.hpp"

namespace muster::server {

struct CreatedNudges {
    std::vector<protocol::CreatedNudge> shown;  ///< to the creator, once
    std::vector<storage::Kept> kept;
};

/// Refuses what is no target, and any for a private battle: whoever reads a channel holds no seat.
std::expected<CreatedNudges, Refusal> nudge_targets_of(const NudgePlaces* places, const protocol::CreateOptions& options);

/// Checks a target, gives it `secret` (bytes) if it needs one, and says what of it may be shown; the id is left empty.
std::expected<protocol::NudgeInfo, Refusal> prepare_nudge(const NudgePlaces* places, protocol::NudgeTarget& target, std::string_view secret,
                                                          const std::string& path);
inline constexpr std::size_t nudge_secret_bytes = 24;

}  // namespace muster::server
