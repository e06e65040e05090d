// A battle that is kept as plain structs: what a step does to it, and what lists show of it. For the store in memory.
#pragma once
#include <optional>
#include <string>

#include "storage/battle.hpp"

namespace muster::storage {

/// Why `step` cannot be applied to the battle when its head is `head`, if it cannot.
std::optional<std::string> why_not(const StoredBattle& battle, const Step& step, std::int64_t head);
/// A step for which there is no such reason.
void apply(StoredBattle& battle, Step step);

std::int64_t head_of(const StoredBattle& battle);
bool matches(const StoredBattle& battle, const Query& query);
Summary summary_of(const StoredBattle& battle);

}  // namespace muster::storage
