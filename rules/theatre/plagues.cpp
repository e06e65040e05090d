// F21, F22: famine, epidemic and flood. The victim loses units and says how much of the rest others lose.
#include <algorithm>

#include "rules/theatre/lose.hpp"
#include "rules/theatre/ordeals.hpp"

namespace muster::rules::theatre {

namespace {

enum Step { where, whom, what };

constexpr int flood_of_engineers = 7;  // a victim's, and the most of any other (AC 30.515)

int city_worth(Calamity calamity) { return calamity == Calamity::epidemic ? city_points - 1 : city_points; }
int spared(Calamity calamity) { return calamity == Calamity::epidemic ? 1 : 0; }

/// What a seat may lose of.
LoseOptions<int> at_risk(const Campaign& campaign, int seat) {
    const auto& ordeal = campaign.ordeal;
    const auto calamity = ordeal.strike.calamity;
    auto units =
        calamity == Calamity::flood ? units_in(campaign, seat, campaign.world->plains[static_cast<std::size_t>(ordeal.place)]) : units_of(campaign, seat);
    return lose_options(calamity, std::move(units), city_worth(calamity), spared(calamity));
}

/// What is lost altogether.
struct Damage {
    int own = 0;
    int others = 0;
};

Damage damage_of(const Campaign& campaign) {
    const auto& [calamity, victim] = campaign.ordeal.strike;
    const auto has = [&](Advance advance) { return campaign.world->has(victim, advance); };
    if (calamity == Calamity::famine) return {10, 20};
    if (calamity == Calamity::flood) return {has(Advance::engineering) ? flood_of_engineers : 17, 10};
    return {16 - (has(Advance::medicine) ? 8 : 0) + (has(Advance::roadbuilding) ? 5 : 0), 25};
}

/// So much at most can be allotted to a seat.
int cap_of(const Campaign& campaign, int seat) {
    const auto calamity = campaign.ordeal.strike.calamity;
    const bool engineers = calamity == Calamity::flood && campaign.world->has(seat, Advance::engineering);
    return std::min(calamity == Calamity::famine ? 8 : engineers ? flood_of_engineers : 10, most(at_risk(campaign, seat)));
}

/// The victim's plains, each by its first area, with most of his points; without one, his coastal cities.
std::vector<int> flooded(const Campaign& campaign) {
    const auto& world = *campaign.world;
    const int victim = campaign.ordeal.strike.seat;
    const auto points = [&](int area) { return points_of(units_in(campaign, victim, world.plains[static_cast<std::size_t>(*world.area(area).flood_plain)])); };
    std::vector<int> plains;
    for (const auto& areas : world.plains)
        if (points(areas.front()) > 0) plains.push_back(areas.front());
    std::ranges::sort(plains);
    if (!plains.empty()) return greatest(plains, points);
    auto cities = cities_of(campaign, victim);
    std::erase_if(cities, [&](int area) { return !world.area(area).coast; });
    return cities;
}

bool on_plain(const Campaign& campaign, int area) {
    const auto& world = *campaign.world;
    const auto& plain = world.area(area).flood_plain;
    return plain && !units_in(campaign, campaign.ordeal.strike.seat, world.plains[static_cast<std::size_t>(*plain)]).empty();
}

Questions allotment(const Campaign& campaign) {
    std::map<int, int> caps;
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat)
        if (seat != campaign.ordeal.strike.seat) caps.emplace(seat, cap_of(campaign, seat));
    Questions out;
    if (auto question = allot_question(campaign, std::move(caps), damage_of(campaign).others)) out.push_back(std::move(*question));
    return out;
}

Questions losses(const Campaign& campaign) {
    Questions out;
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat) {
        const int share = campaign.ordeal.shares[static_cast<std::size_t>(seat)];
        if (share <= 0) continue;
        if (auto question = lose_question(seat, at_risk(campaign, seat), share)) out.push_back(std::move(*question));
    }
    return out;
}

/// What Roadbuilding and Medicine change of a share in an epidemic, after the allotment.
int contagion(const World& world, int seat) { return (world.has(seat, Advance::roadbuilding) ? 5 : 0) - (world.has(seat, Advance::medicine) ? 5 : 0); }

void share(Campaign& campaign) {
    auto& ordeal = campaign.ordeal;
    ordeal.shares = allotted(campaign);
    if (ordeal.strike.calamity == Calamity::epidemic)
        for (int seat = 0; seat < campaign.world->seat_count(); ++seat)
            if (int& share = ordeal.shares[static_cast<std::size_t>(seat)]; share > 0) share += contagion(*campaign.world, seat);
    ordeal.shares[static_cast<std::size_t>(ordeal.strike.seat)] = damage_of(campaign).own;
}

}  // namespace

Questions plague_questions(const Campaign& campaign) {
    const auto& ordeal = campaign.ordeal;
    if (ordeal.step == whom) return allotment(campaign);
    if (ordeal.step == what) return losses(campaign);
    Questions out;
    if (ordeal.strike.calamity == Calamity::flood)
        if (auto question = site_question(ordeal.strike.seat, Calamity::flood, flooded(campaign))) out.push_back(std::move(*question));
    return out;
}

void spread(Campaign& campaign, Story& story) {
    auto& ordeal = campaign.ordeal;
    switch (ordeal.step++) {
        case where:
            if (ordeal.strike.calamity != Calamity::flood) return;
            if (!campaign.group.empty()) {
                const int area = answer<Site<int>>(campaign.group.front()).area;
                if (on_plain(campaign, area)) {
                    ordeal.place = *campaign.world->area(area).flood_plain;
                    return;
                }
                strike_city(campaign, area, ordeal.strike.seat, story);
            }
            ordeal.over = true;
            return;
        case whom: return share(campaign);
        default: lose_chosen(campaign, story); ordeal.over = true;
    }
}

}  // namespace muster::rules::theatre
