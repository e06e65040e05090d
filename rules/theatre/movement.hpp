// Phase 5: marches and voyages (F9, F10).
#pragma once
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/story.hpp"

namespace muster::rules::theatre {

inline constexpr int aboard_max = 5;  ///< tokens on a ship

/// All areas that tokens of a side reach overland from one, by the map.
std::vector<int> reach(const Campaign& campaign, int seat, int from);

/// Of these seats, who can move something in this sub-phase.
Questions move_questions(const Campaign& campaign, const std::vector<int>& seats);
void move(Campaign& campaign, Story& story);
/// What one of them chose.
void move(Campaign& campaign, int seat, const Move<int>& choice);

}  // namespace muster::rules::theatre
