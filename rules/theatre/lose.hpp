// Units that calamities take: what they are worth, which selections are legal, and what is given by default (F19).
#pragma once
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/story.hpp"

namespace muster::rules::theatre {

/// What a seat has in these areas, by the map.
std::vector<Units<int>> units_in(const Campaign& campaign, int seat, const std::vector<int>& areas);
/// All that a seat has on the board.
std::vector<Units<int>> units_of(const Campaign& campaign, int seat);

/// Points of units, a city counting `city`.
int points_of(const std::vector<Units<int>>& units, int city = city_points);

/// What he may give of these units; those of which he may give nothing are gone.
LoseOptions<int> lose_options(Calamity calamity, std::vector<Units<int>> units, int city = city_points, int spare = 0);
/// So many tokens of these may go.
int tokens_to_lose(const LoseOptions<int>& options, const Units<int>& units);
/// All that can be lost.
int most(const LoseOptions<int>& options);
/// What a loss comes to: exact, else as little above as can be, at most all.
int exact(const LoseOptions<int>& options, int points);

/// `options.points` of the units: population where most is, then armies, few cities.
std::vector<Units<int>> cheapest(const LoseOptions<int>& options);
/// Cities, armies, population.
std::vector<Units<int>> dearest(const LoseOptions<int>& options);
/// Whether there is only one legal selection.
bool only_one(const LoseOptions<int>& options);

/// The question who loses what is worth `points` of these units; nothing if there is nothing to lose.
std::optional<Question> lose_question(int seat, LoseOptions<int> options, int points);
/// Takes away what the group has chosen; a city leaves what the options spare.
void lose_chosen(Campaign& campaign, Story& story);

/// What a seat would have to put on the board: population and cities count, armies don't (F24).
int points_in_stock(const Campaign& campaign, int seat);
/// Seats, who has most in stock first.
std::vector<int> richest(const Campaign& campaign);

}  // namespace muster::rules::theatre
