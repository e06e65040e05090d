// Phases 7 and 8: cities are founded (F16), surplus is removed (F17), city support is checked (F18).
#pragma once
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/story.hpp"

namespace muster::rules::theatre {

Questions found_questions(const Campaign& campaign);
void found(Campaign& campaign, Story& story);
/// Sites first, as many as stay supported after the surplus; no treasury.
Found<int> supported_cities(const Campaign& campaign, int seat, const FoundOptions<int>& options);

void remove_surplus(Campaign& campaign, Story& story);

/// Who must give up an army or a city, one at a time.
Questions support_questions(const Campaign& campaign);
void give_up(Campaign& campaign, Story& story);

/// Population that a seat's cities, and its armies beside them, need.
int support_needed(const Campaign& campaign, int seat);

}  // namespace muster::rules::theatre
