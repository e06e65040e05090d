// How choices are made without a player: defaults, and the other policies (README.md).
#pragma once
#include "rules/random.hpp"
#include "rules/theatre/campaign.hpp"

namespace muster::rules::theatre {

/// What is played for someone who is away. Neither attacks nor wastes (F28).
Choice default_choice(const Campaign& campaign, const Question& question);

/// A player to practise with: buys armies, fills city sites, marches to weaker enemies.
Choice listed_choice(const Campaign& campaign, const Question& question);

/// Any legal choice: uniformly, but of `build`, `move` and `found`.
Choice random_choice(const Question& question, Random& random);

}  // namespace muster::rules::theatre
