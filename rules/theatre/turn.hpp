// A turn from stage to stage (README.md, The rules): each stage is opened, which asks what must be decided, and closed.
#pragma once
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/story.hpp"

namespace muster::rules::theatre {

/// What the stage asks. Forced answers are in it already.
Questions questions_of(const Campaign& campaign);

/// Does what the group has decided and goes on to the next stage. Precondition: every question has its answer.
void close(Campaign& campaign, Story& story);

int score(const Campaign& campaign, int seat);

}  // namespace muster::rules::theatre
