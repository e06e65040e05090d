#include "rules/theatre/campaign.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>

namespace muster::rules::theatre {

Campaign begin_campaign(std::shared_ptr<const World> world) {
    Campaign out{.world = world};
    out.board.resize(world->areas.size() * (world->nations.size() + 1));
    for (const int treasury : world->treasury) out.purses.push_back({world->pieces.tokens - treasury, treasury});
    for (const auto& each : world->start) {
        auto& holding = out.at(each.area, each.seat);
        holding.population += each.population;
        holding.armies += each.armies;
        holding.ships += each.ships;
        holding.city = holding.city || each.city;
        out.purse(each.seat).stock -= each.population;
    }
    return out;
}

// ---- looking at it -------------------------------------------------------------------------------------------------

Total total(const Campaign& campaign, int side) {
    Total out;
    for (int area = 0; area < campaign.world->area_count(); ++area) {
        const auto& holding = campaign.at(area, side);
        out.population += holding.population;
        out.armies += holding.armies;
        out.ships += holding.ships;
        out.cities += holding.city ? 1 : 0;
    }
    return out;
}

int tokens_in(const Campaign& campaign, int area) {
    int out = 0;
    for (int side = 0; side <= campaign.world->barbarians(); ++side) out += campaign.at(area, side).tokens();
    return out;
}

std::vector<int> sides_in(const Campaign& campaign, int area) {
    std::vector<int> out;
    for (int side = 0; side <= campaign.world->barbarians(); ++side)
        if (campaign.at(area, side).tokens() > 0) out.push_back(side);
    return out;
}

std::optional<int> city_owner(const Campaign& campaign, int area) {
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat)
        if (campaign.at(area, seat).city) return seat;
    return {};
}

bool foreign_units(const Campaign& campaign, int area, int side) {
    return std::ranges::any_of(std::views::iota(0, campaign.world->barbarians() + 1),
                               [&](int other) { return other != side && campaign.at(area, other).has_units(); });
}

bool foreign_tokens(const Campaign& campaign, int area, int side) {
    return std::ranges::any_of(std::views::iota(0, campaign.world->barbarians() + 1),
                               [&](int other) { return other != side && campaign.at(area, other).tokens() > 0; });
}

int limit_for(const Campaign& campaign, int area, int side) {
    const auto& world = *campaign.world;
    const bool tilled = world.is_seat(side) && world.has(side, Advance::agriculture) && !foreign_tokens(campaign, area, side);
    return world.area(area).limit + (tilled ? 1 : 0);
}

std::vector<int> cities_of(const Campaign& campaign, int seat) {
    return areas_where(campaign, seat, [](const Holding& holding) { return holding.city; });
}

std::vector<int> every_area(const World& world) {
    std::vector<int> out(world.areas.size());
    std::iota(out.begin(), out.end(), 0);
    return out;
}

// ---- changing it ---------------------------------------------------------------------------------------------------

int place(Campaign& campaign, int area, int seat, int population) {
    auto& stock = campaign.purse(seat).stock;
    const int placed = std::clamp(population, 0, stock);
    stock -= placed;
    campaign.at(area, seat).population += placed;
    return placed;
}

void take(Campaign& campaign, int area, int side, int population, int armies) {
    auto& holding = campaign.at(area, side);
    holding.population -= population;
    holding.armies -= armies;
    if (campaign.world->is_seat(side)) campaign.purse(side).stock += population;
}

void take(Campaign& campaign, int side, const Units<int>& units) {
    take(campaign, units.area, side, units.population, units.armies);
    if (units.city) campaign.at(units.area, side).city = campaign.at(units.area, side).fresh = false;
}

int reduce(Campaign& campaign, int area, int seat) {
    auto& holding = campaign.at(area, seat);
    holding.city = holding.fresh = false;
    return place(campaign, area, seat, limit_for(campaign, area, seat) - tokens_in(campaign, area));
}

void spend(Campaign& campaign, int seat, int tokens) {
    campaign.purse(seat).treasury -= tokens;
    campaign.purse(seat).stock += tokens;
}

}  // namespace muster::rules::theatre
