// F24: barbarians come, fight, and what the land does not feed goes on.
#include <algorithm>
#include <deque>

#include "rules/theatre/conflict.hpp"
#include "rules/theatre/lose.hpp"
#include "rules/theatre/ordeals.hpp"

namespace muster::rules::theatre {

namespace {

constexpr int horde = 15;

enum Step { go, count_losses, count_city_losses };

bool was_there(const Campaign& campaign, int area) { return campaign.ordeal.invasion.visited[static_cast<std::size_t>(area)]; }
bool arrived(const Campaign& campaign) { return campaign.ordeal.invasion.visited.any(); }

bool empty(const Campaign& campaign, int area) {
    for (int side = 0; side <= campaign.world->barbarians(); ++side)
        if (campaign.at(area, side).has_units()) return false;
    return true;
}

std::vector<int> landing_places(const Campaign& campaign) {
    const auto& strike = campaign.ordeal.strike;
    const auto& start = campaign.world->nation(strike.seat).start;
    const auto points = [&](int area) { return campaign.at(area, strike.seat).points(); };
    auto out = greatest(start, points);
    if (!out.empty() && points(out.front()) == 0) out = greatest(start, [&](int area) { return empty(campaign, area) ? 1 : 0; });
    return out;
}

/// So many go on.
int surplus(const Campaign& campaign) {
    const int area = campaign.ordeal.invasion.area;
    return campaign.at(area, campaign.world->barbarians()).population - campaign.world->area(area).limit;
}

/// The victim's points that so many barbarians can hurt: a city counts only if enough come to attack it.
int prey(const Campaign& campaign, int area, int coming) {
    const int victim = campaign.ordeal.strike.seat;
    const auto& holding = campaign.at(area, victim);
    const bool stormed = holding.city && coming >= strength_of(*campaign.world, victim, campaign.world->barbarians()).needed;
    return holding.tokens() + (stormed ? city_points : 0);
}

/// Neighbours where they have not been.
std::vector<int> ways_from(const Campaign& campaign, int area) {
    std::vector<int> out = campaign.world->area(area).neighbours;
    std::erase_if(out, [&](int next) { return campaign.world->area(next).open_sea || was_there(campaign, next); });
    return out;
}

/// How many steps it is from each area to the victim's nearest units that can be hurt; -1: there is no way.
std::vector<int> steps_to_prey(const Campaign& campaign, int coming) {
    std::vector<int> out(campaign.world->areas.size(), -1);
    std::deque<int> next;
    const auto reach = [&](int area, int steps) {
        if (out[static_cast<std::size_t>(area)] >= 0) return;
        out[static_cast<std::size_t>(area)] = steps;
        next.push_back(area);
    };
    for (int area = 0; area < campaign.world->area_count(); ++area)
        if (!was_there(campaign, area) && prey(campaign, area, coming) > 0) reach(area, 0);
    for (; !next.empty(); next.pop_front())
        for (const int area : ways_from(campaign, next.front())) reach(area, out[static_cast<std::size_t>(next.front())] + 1);
    return out;
}

std::vector<int> next_places(const Campaign& campaign) {
    const int victim = campaign.ordeal.strike.seat;
    const int coming = surplus(campaign);
    const auto ways = ways_from(campaign, campaign.ordeal.invasion.area);
    const auto alone = [&](int area) { return foreign_units(campaign, area, victim) ? 0 : prey(campaign, area, coming); };
    auto best = greatest(ways, alone);
    if (!best.empty() && alone(best.front()) > 0) return best;
    const auto steps = steps_to_prey(campaign, coming);
    std::vector<int> reachable = ways;
    std::erase_if(reachable, [&](int area) { return steps[static_cast<std::size_t>(area)] < 0; });
    const auto nearest = greatest(reachable, [&](int area) { return -steps[static_cast<std::size_t>(area)]; });
    return greatest(nearest, [&](int area) { return empty(campaign, area) ? 1 : 0; });
}

void arrive(Campaign& campaign, int area, int tokens, Story& story) {
    auto& invasion = campaign.ordeal.invasion;
    const int barbarians = campaign.world->barbarians();
    std::optional<Name> from;
    if (arrived(campaign)) {
        from = story.area(invasion.area);
        campaign.at(invasion.area, barbarians).population -= tokens;
    }
    campaign.at(area, barbarians).population += tokens;
    invasion.area = area;
    invasion.visited[static_cast<std::size_t>(area)] = true;
    story.tell(BarbariansMoved{from, story.area(area), tokens});
}

void leave(Campaign& campaign, Story& story) {
    const int area = campaign.ordeal.invasion.area;
    const int tokens = surplus(campaign);
    campaign.at(area, campaign.world->barbarians()).population -= tokens;
    story.tell(BarbariansMoved{story.area(area), {}, tokens});
}

}  // namespace

Questions invasion_questions(const Campaign& campaign) {
    Questions out;
    if (campaign.ordeal.step != go) return loss_questions(campaign);
    auto places = arrived(campaign) ? next_places(campaign) : landing_places(campaign);
    if (auto question = site_question(richest(campaign).front(), Calamity::barbarians, std::move(places))) out.push_back(std::move(*question));
    return out;
}

void invade(Campaign& campaign, Story& story) {
    auto& ordeal = campaign.ordeal;
    switch (ordeal.step) {
        case go:
            if (campaign.group.empty()) {
                if (arrived(campaign)) leave(campaign, story);
                ordeal.over = true;
                return;
            }
            arrive(campaign, answer<Site<int>>(campaign.group.front()).area, arrived(campaign) ? surplus(campaign) : horde, story);
            fight(campaign, ordeal.invasion.area, story);
            ordeal.step = count_losses;
            return;
        case count_losses:
            take_losses(campaign, story);
            assault(campaign, {ordeal.invasion.area}, story);
            ordeal.step = count_city_losses;
            return;
        default:
            take_losses(campaign, story);
            pillage(campaign, story);
            ordeal.over = surplus(campaign) <= 0;
            ordeal.step = go;
    }
}

}  // namespace muster::rules::theatre
