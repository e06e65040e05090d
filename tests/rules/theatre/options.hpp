// Choices of theatre worked out a second time, from a decision's options alone.
#pragma once
#include "rules/battle.hpp"
#include "tests/support/chance.hpp"

namespace muster::test::theatre {

/// All legal choices in canonical form; nothing if they are too many, or of those kinds that have nearly always too many.
std::optional<std::vector<Json>> legal(const rules::Ask& ask);
/// The canonical form that a choice has, whether legal or not; none if it has none.
std::vector<Json> readings(const rules::Ask& ask, const Json& choice);
/// A legal choice.
Json draw(const rules::Ask& ask, Chance& chance);

/// Parts that move and build: draw_orders.cpp.
Json draw_build(const Json& options, Chance& chance);
Json draw_move(const Json& options, Chance& chance);

}  // namespace muster::test::theatre
