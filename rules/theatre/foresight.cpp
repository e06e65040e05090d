#include "rules/theatre/foresight.hpp"

#include <algorithm>
#include <utility>

#include "rules/theatre/conflict.hpp"
#include "rules/theatre/movement.hpp"

namespace muster::rules::theatre {

namespace {

using Fight = MoveMeaning::Fight;

void lose_cheaply(Campaign& campaign) {
    for (const auto& [area, side, lost] : std::exchange(campaign.fallen, {})) {
        const int population = std::min(lost, campaign.at(area, side).population);
        take(campaign, area, side, population, lost - population);
    }
}

// Who stands alone before another's city attacks it.
std::optional<MoveMeaning::Assault> assault_in(const Campaign& campaign, int area) {
    const auto owner = city_owner(campaign, area);
    const auto sides = sides_in(campaign, area);
    if (!owner || sides.size() != 1 || sides.front() == *owner) return {};
    const auto& world = *campaign.world;
    const int needed = strength_of(world, *owner, sides.front()).needed;
    return MoveMeaning::Assault{side_name(world, sides.front()), side_name(world, *owner), needed, campaign.at(area, sides.front()).tokens() >= needed};
}

/// Nothing if it stays as it is there.
std::optional<Fight> fight_in(Campaign& campaign, int area, Story& story) {
    const auto& world = *campaign.world;
    const auto before = campaign;
    fight(campaign, area, story);
    const bool fought = !campaign.fallen.empty();
    lose_cheaply(campaign);
    const auto attack = assault_in(campaign, area);
    if (!fought && !attack) return {};
    assault(campaign, {area}, story);
    lose_cheaply(campaign);
    Fight out{world.area(area).id, {}, attack};
    for (int side = 0; side <= world.seat_count(); ++side) {
        const int tokens = before.at(area, side).tokens();
        const int left = campaign.at(area, side).tokens();
        if (tokens + left > 0) out.sides.push_back({side_name(world, side), tokens, left});
    }
    return out;
}

}  // namespace

MoveMeaning foresee(Campaign campaign, int seat, const Move<int>& choice) {
    MoveMeaning out;
    std::vector<Event> untold;
    Story story(*campaign.world, untold);
    move(campaign, seat, choice);
    for (const int area : areas_where(campaign, seat, [](const Holding& holding) { return holding.has_units(); }))
        if (auto fight = fight_in(campaign, area, story)) out.fights.push_back(std::move(*fight));
    return out;
}

}  // namespace muster::rules::theatre
