// Whether what a store keeps of a battle holds.
#pragma once
#include <optional>
#include <string>

#include "storage/battle.hpp"

namespace muster::server {

/// What is wrong with a battle that is over; nothing if its record holds.
std::optional<std::string> fault_of(const storage::StoredBattle& battle);

}  // namespace muster::server
