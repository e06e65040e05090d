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

/// Tokens of each side in an area, barbarians last.
std::vector<int> tokens_by_side(const Campaign& campaign, int area) {
    std::vector<int> out;
    for (int side = 0; side <= campaign.world->seat_count(); ++side) out.push_back(campaign.at(area, side).tokens());
    return out;
}

/// An area of interest, as it was before the conflicts.
struct Scene {
    int area = 0;
    std::vector<int> tokens{};
    bool fought = false;
    std::optional<MoveMeaning::Assault> assault{};
};

Fight told(const Campaign& campaign, const Scene& scene) {
    const auto& world = *campaign.world;
    const auto left = tokens_by_side(campaign, scene.area);
    Fight out{world.area(scene.area).id, {}, scene.assault};
    for (std::size_t side = 0; side < left.size(); ++side)
        if (scene.tokens[side] + left[side] > 0) out.sides.push_back({side_name(world, static_cast<int>(side)), scene.tokens[side], left[side]});
    return out;
}

}  // namespace

// All areas, in the order of the turn: what is lost anywhere comes into its owner's stock, from which defenders of a fallen city come.
MoveMeaning foresee(Campaign campaign, int seat, const Move<int>& choice) {
    std::vector<Event> untold;
    Story story(*campaign.world, untold);
    move(campaign, seat, choice);
    std::vector<Scene> scenes;
    for (const int area : areas_where(campaign, seat, [](const Holding& holding) { return holding.has_units(); }))
        scenes.push_back({area, tokens_by_side(campaign, area)});
    fight_everywhere(campaign, story);
    for (auto& each : scenes) each.fought = std::ranges::find(campaign.fallen, each.area, &Fallen::area) != campaign.fallen.end();
    lose_cheaply(campaign);
    for (auto& each : scenes) each.assault = assault_in(campaign, each.area);
    assault(campaign, every_area(*campaign.world), story);
    lose_cheaply(campaign);
    MoveMeaning out;
    for (const auto& each : scenes)
        if (each.fought || each.assault) out.fights.push_back(told(campaign, each));
    return out;
}

}  // namespace muster::rules::theatre
