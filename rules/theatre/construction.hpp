// Phase 4: ships and armies are supported and bought (F5 to F8).
#pragma once
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/story.hpp"

namespace muster::rules::theatre {

/// Of these seats, who has something to decide.
Questions build_questions(const Campaign& campaign, const std::vector<int>& seats);
/// What no line keeps is given up, also by who was not asked.
void build(Campaign& campaign, const std::vector<int>& seats, Story& story);

/// Keeps what it can: armies first, by the map, each from the treasury, else by levy, but never the last population of an area.
Build<int> keep_all(const BuildOptions<int>& options);

}  // namespace muster::rules::theatre
