// Phase 6: the conflict of each area, by the rules of armies (F11 to F13), and attacks on cities (F14, F15).
#pragma once
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/story.hpp"

namespace muster::rules::theatre {

/// The conflict in an area, if there is one: afterwards it is known how many tokens each side loses there.
void fight(Campaign& campaign, int area, Story& story);
void fight_everywhere(Campaign& campaign, Story& story);

/// Who has lost tokens of either sort and says which.
Questions loss_questions(const Campaign& campaign);
void take_losses(Campaign& campaign, Story& story);
/// Population first (D7).
Losses<int> cheapest_losses(const LossesOptions<int>& options);

/// Attacks cities in these areas, by the map. Those that fall are fought for.
void assault(Campaign& campaign, const std::vector<int>& areas, Story& story);
/// Who has taken a city fills his treasury (F15).
void pillage(Campaign& campaign, Story& story);

/// How many attackers a city's owner must fear.
armies::CityStrength strength_of(const World& world, int owner, int attacker);

}  // namespace muster::rules::theatre
