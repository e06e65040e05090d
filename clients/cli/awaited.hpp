// What dice that were to be rolled wait for: whoever is at the battle hears it, however he came there.
#pragma once
#include <chrono>
#include <string>

#include "rules/json.hpp"

namespace muster::cli {

/// The other's program is asked for its share at the same moment as ours, so that mostly there is nothing to wait for.
constexpr std::chrono::seconds share_patience{3};

/// What is said when the other side's share has not come by then.
extern const std::string_view share_awaited;

/// What is to be said of the witness at this address while the battle waits for it (`awaited`: as `presence` tells); empty: it doesn't.
/// `contest`: whoever concedes ends the battle.
std::string witness_awaited(const Json& awaited, const std::string& address, bool contest);

}  // namespace muster::cli
