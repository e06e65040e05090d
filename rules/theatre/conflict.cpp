#include "rules/theatre/conflict.hpp"

#include <algorithm>

#include "rules/armies/melee.hpp"

namespace muster::rules::theatre {

namespace {

constexpr int plunder = 3;  // F15

armies::Contender contender(const Campaign& campaign, int area, int side) {
    const auto& world = *campaign.world;
    return {world.is_seat(side) ? world.nation(side).combat() : armies::Advances{}, campaign.at(area, side).fighting()};
}

/// `sides` lose tokens until no more than `limit` are left, or one side alone.
void fight(Campaign& campaign, int area, int limit, const std::vector<int>& sides, Story& story) {
    const auto contenders = each_of(sides, [&](int side) { return contender(campaign, area, side); });
    const auto melee = armies::melee(contenders, limit);
    Conflict conflict{story.area(area), limit, {}, {}};
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto& tokens = contenders[i].tokens;
        conflict.sides.push_back({story.seat(sides[i]), tokens.population, tokens.armies, melee.levels[i], melee.before[i]});
        if (melee.lost[i] > 0) campaign.fallen.push_back({area, sides[i], melee.lost[i]});
    }
    for (const auto& step : melee.removed) {
        auto& seats = conflict.removed.emplace_back();
        for (const int each : step) seats.push_back(story.seat(sides[static_cast<std::size_t>(each)]));
    }
    story.tell(conflict);
}

/// Nothing if only one sort can have been lost, or all.
std::optional<Toll<int>> toll(const Campaign& campaign, const Fallen& fallen) {
    const auto& holding = campaign.at(fallen.area, fallen.side);
    const Toll<int> out{fallen.area, fallen.lost, holding.population, holding.armies};
    if (out.armies_min() == out.armies_max()) return {};
    return out;
}

void repel(Campaign& campaign, int area, int owner, int attacker, const armies::CityStrength& city, Story& story) {
    const auto attackers = campaign.at(area, attacker);
    take(campaign, area, attacker, attackers.population, attackers.armies);
    story.tell(CityAssaulted{story.area(area), story.seat(attacker), story.seat(owner), attackers.tokens(), city.needed, false, 0});
}

void storm(Campaign& campaign, int area, int owner, int attacker, const armies::CityStrength& city, Story& story) {
    campaign.at(area, owner).city = campaign.at(area, owner).fresh = false;
    const int placed = place(campaign, area, owner, city.placed);
    campaign.taken.push_back({area, attacker});
    story.tell(CityAssaulted{story.area(area), story.seat(attacker), story.seat(owner), campaign.at(area, attacker).tokens(), city.needed, true, placed});
}

}  // namespace

void fight(Campaign& campaign, int area, Story& story) {
    const auto sides = sides_in(campaign, area);
    const int limit = city_owner(campaign, area) ? 0 : campaign.world->area(area).limit;
    if (sides.size() > 1 && tokens_in(campaign, area) > limit) fight(campaign, area, limit, sides, story);
}

void fight_everywhere(Campaign& campaign, Story& story) {
    for (int area = 0; area < campaign.world->area_count(); ++area) fight(campaign, area, story);
}

Questions loss_questions(const Campaign& campaign) {
    Questions out;
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat) {
        LossesOptions<int> options;
        for (const auto& fallen : campaign.fallen)
            if (fallen.side == seat)
                if (const auto uncertain = toll(campaign, fallen)) options.areas.push_back(*uncertain);
        if (!options.areas.empty()) out.push_back({seat, std::move(options)});
    }
    return out;
}

void take_losses(Campaign& campaign, Story& story) {
    sort_by_rank(campaign.fallen, [](const Fallen& each) { return std::pair(each.area, each.side); });
    for (const auto& fallen : std::exchange(campaign.fallen, {})) {
        const auto& holding = campaign.at(fallen.area, fallen.side);
        int armies = std::max(0, fallen.lost - holding.population);
        if (toll(campaign, fallen)) armies = answer<Losses<int>>(*std::ranges::find(campaign.group, fallen.side, &Question::seat)).armies.at(fallen.area);
        take(campaign, fallen.area, fallen.side, fallen.lost - armies, armies);
        story.tell(LossesTaken{{story.area(fallen.area), story.seat(fallen.side), fallen.lost - armies, armies}});
    }
}

Losses<int> cheapest_losses(const LossesOptions<int>& options) {
    Losses<int> out;
    for (const auto& toll : options.areas) out.armies.emplace(toll.area, toll.armies_min());
    return out;
}

// F14: levels are counted anew, all attackers that are too few are lost first.
void assault(Campaign& campaign, const std::vector<int>& areas, Story& story) {
    struct Attack {
        int area;
        int owner;
        int attacker;
        armies::CityStrength city;
        bool falls;
    };
    std::vector<Attack> attacks;
    for (const int area : areas) {
        const auto owner = city_owner(campaign, area);
        const auto sides = sides_in(campaign, area);
        if (!owner || sides.size() != 1 || sides.front() == *owner) continue;
        const auto city = strength_of(*campaign.world, *owner, sides.front());
        attacks.push_back({area, *owner, sides.front(), city, campaign.at(area, sides.front()).tokens() >= city.needed});
    }
    for (const auto& each : attacks)
        if (!each.falls) repel(campaign, each.area, each.owner, each.attacker, each.city, story);
    for (const auto& each : attacks)
        if (each.falls) storm(campaign, each.area, each.owner, each.attacker, each.city, story);
    for (const auto& each : attacks)
        if (each.falls && campaign.at(each.area, each.owner).tokens() > 0) fight(campaign, each.area, 0, {each.attacker, each.owner}, story);
}

void pillage(Campaign& campaign, Story& story) {
    for (const auto& city : std::exchange(campaign.taken, {})) {
        if (!campaign.world->is_seat(city.attacker)) continue;
        auto& purse = campaign.purse(city.attacker);
        const int tokens = std::min(plunder, purse.stock);
        purse.stock -= tokens;
        purse.treasury += tokens;
        if (tokens > 0) story.tell(Pillaged{story.seat(city.attacker), story.area(city.area), tokens});
    }
}

armies::CityStrength strength_of(const World& world, int owner, int attacker) {
    const bool engineers = world.is_seat(attacker) && world.has(attacker, Advance::engineering);
    return armies::city_strength(engineers, world.has(owner, Advance::engineering));
}

}  // namespace muster::rules::theatre
