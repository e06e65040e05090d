// F20: a volcano erupts, or a city falls and shakes a foreign one beside it.
#include <algorithm>

#include "rules/theatre/lose.hpp"
#include "rules/theatre/ordeals.hpp"

namespace muster::rules::theatre {

namespace {

/// Points of all nations in these areas.
int points_in(const Campaign& campaign, const std::vector<int>& areas) {
    int out = 0;
    for (const int area : areas)
        for (int seat = 0; seat < campaign.world->seat_count(); ++seat) out += campaign.at(area, seat).points();
    return out;
}

/// The volcanoes, each by its first area, that destroy most of those where the victim has a city.
std::vector<int> volcanoes(const Campaign& campaign) {
    const auto& world = *campaign.world;
    std::vector<int> out;
    for (const auto& areas : world.volcanoes)
        if (std::ranges::any_of(areas, [&](int area) { return campaign.at(area, campaign.ordeal.strike.seat).city; })) out.push_back(areas.front());
    std::ranges::sort(out);
    return greatest(out, [&](int area) { return points_in(campaign, world.volcanoes[static_cast<std::size_t>(*world.area(area).volcano)]); });
}

/// A foreign city next to one: the first by the map, never one of a holder of Engineering.
std::optional<int> shaken(const Campaign& campaign, int area) {
    const auto& world = *campaign.world;
    for (const int neighbour : world.area(area).neighbours) {
        const auto owner = city_owner(campaign, neighbour);
        if (owner && owner != campaign.ordeal.strike.seat && !world.has(*owner, Advance::engineering)) return neighbour;
    }
    return {};
}

void erupt(Campaign& campaign, const std::vector<int>& areas, Story& story) {
    for (const int area : areas)
        for (int side = 0; side <= campaign.world->barbarians(); ++side)
            for (const auto& units : units_in(campaign, side, {area})) {
                take(campaign, side, units);
                story.tell(UnitsLost{story.seat(side), {story(units)}});
            }
}

}  // namespace

Questions earthquake_questions(const Campaign& campaign) {
    const int victim = campaign.ordeal.strike.seat;
    auto sites = volcanoes(campaign);
    if (sites.empty()) sites = greatest(cities_of(campaign, victim), [&](int area) { return shaken(campaign, area) ? 1 : 0; });
    Questions out;
    if (auto question = site_question(victim, Calamity::earthquake, std::move(sites))) out.push_back(std::move(*question));
    return out;
}

void quake(Campaign& campaign, Story& story) {
    campaign.ordeal.over = true;
    if (campaign.group.empty()) return;  // he has no city
    const auto& world = *campaign.world;
    const bool eruption = !volcanoes(campaign).empty();
    const int area = answer<Site<int>>(campaign.group.front()).area;
    if (eruption) return erupt(campaign, world.volcanoes[static_cast<std::size_t>(*world.area(area).volcano)], story);
    const auto neighbour = shaken(campaign, area);
    strike_city(campaign, area, campaign.ordeal.strike.seat, story);
    if (neighbour) tell_reduced(campaign, *neighbour, *city_owner(campaign, *neighbour), story);
}

}  // namespace muster::rules::theatre
