// Phase 9: which calamities strike whom, and one after another (F19). What each does is in a file of its subject.
#pragma once
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/story.hpp"

namespace muster::rules::theatre {

/// Writes down what is listed for this turn, and who rolls.
void foresee(Campaign& campaign);
/// How many stacks the next of those who roll has: a die for each says whether it strikes, another which of its two.
int stacks_of(const Campaign& campaign, int seat);
void take_calamity_dice(Campaign& campaign, const std::vector<int>& values);

/// The next calamity strikes. False: there are no more.
bool strike_next(Campaign& campaign, Story& story);

/// What the calamity that strikes asks now, and what comes of the answers. It is over when it says so.
Questions ordeal_questions(const Campaign& campaign);
void suffer(Campaign& campaign, Story& story);

}  // namespace muster::rules::theatre
