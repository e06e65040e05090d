// What comes in before anybody acts: taxes (F2), growth (F3), the census (F4).
#pragma once
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/story.hpp"

namespace muster::rules::theatre {

Questions tax_questions(const Campaign& campaign);
void collect_taxes(Campaign& campaign, Story& story);

Questions growth_questions(const Campaign& campaign);
void grow(Campaign& campaign, Story& story);

/// Most tokens first; holders of Military after all others.
void take_census(Campaign& campaign, Story& story);

}  // namespace muster::rules::theatre
