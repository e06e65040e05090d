#include "rules/theatre/cities.hpp"

#include <algorithm>
#include <set>

namespace muster::rules::theatre {

namespace {

constexpr int support_of_each = 2;
constexpr int population_on_site = 6;
constexpr int population_elsewhere = 12;

int needed(const Area& area) { return area.city_site ? population_on_site : population_elsewhere; }

int pieces_left(const Campaign& campaign, int seat) { return campaign.world->pieces.cities - total(campaign, seat).cities; }

// "Nobody else" is ours: an army would stand by a foreign city unfought.
FoundOptions<int> options_of(const Campaign& campaign, int seat) {
    const auto& world = *campaign.world;
    const int treasury = world.has(seat, Advance::architecture) ? campaign.purse(seat).treasury : 0;
    FoundOptions<int> out{{}, pieces_left(campaign, seat), treasury};
    if (out.cities == 0) return out;
    for (const int area : areas_where(campaign, seat, [](const Holding& holding) { return holding.population > 0 && !holding.city; })) {
        const int price = needed(world.area(area));
        const int population = campaign.at(area, seat).population;
        if (population + std::min(treasury, price / 2) >= price && !foreign_units(campaign, area, seat)) out.areas.push_back({area, population, price});
    }
    return out;
}

/// Population on the board less what cities and armies beside them need, once these cities stand and the surplus is gone.
int support_left(const Campaign& campaign, int seat, const std::set<int>& planned) {
    int out = 0;
    for (int area = 0; area < campaign.world->area_count(); ++area) {
        const auto& holding = campaign.at(area, seat);
        if (holding.city || planned.contains(area)) out -= support_of_each * (1 + holding.armies);
        else out += std::clamp(limit_for(campaign, area, seat) - holding.armies, 0, holding.population);
    }
    return out;
}

int support_missing(const Campaign& campaign, int seat) {
    const auto& check = campaign.check;
    if (check.only && check.only != seat) return 0;
    const int idle = check.only ? check.idle : 0;
    return std::max(0, support_needed(campaign, seat) + idle - total(campaign, seat).population);
}

// F18: of the cities, those founded or gained this turn go before older ones.
std::vector<Support<int>> to_give_up(const Campaign& campaign, int seat) {
    std::vector<Support<int>> out;
    const auto cities = cities_of(campaign, seat);
    const bool any_fresh = std::ranges::any_of(cities, [&](int area) { return campaign.at(area, seat).fresh; });
    for (const int area : cities)
        if (campaign.at(area, seat).armies > 0) out.push_back({GiveUp::army, area});
    for (const int area : cities)
        if (campaign.at(area, seat).fresh == any_fresh) out.push_back({GiveUp::city, area});
    return out;
}

}  // namespace

Questions found_questions(const Campaign& campaign) {
    Questions out;
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat)
        if (auto options = options_of(campaign, seat); !options.areas.empty()) out.push_back({seat, std::move(options)});
    return out;
}

void found(Campaign& campaign, Story& story) {
    for (const auto& question : campaign.group) {
        const int seat = question.seat;
        for (const auto& city : answer<Found<int>>(question).cities) {
            const int population = needed(campaign.world->area(city.area)) - city.treasury;
            take(campaign, city.area, seat, population, 0);
            spend(campaign, seat, city.treasury);
            campaign.at(city.area, seat).city = campaign.at(city.area, seat).fresh = true;
            story.tell(CityFounded{story.seat(seat), story.area(city.area), population, city.treasury});
        }
    }
}

Found<int> supported_cities(const Campaign& campaign, int seat, const FoundOptions<int>& options) {
    auto grounds = options.areas;
    std::erase_if(grounds, [](const auto& ground) { return ground.population < ground.needed; });
    sort_by_rank(grounds, [](const auto& ground) { return ground.needed; });
    std::set<int> planned;
    for (const auto& ground : grounds) {
        if (static_cast<int>(planned.size()) == options.cities) break;
        planned.insert(ground.area);
        if (support_left(campaign, seat, planned) < 0) planned.erase(ground.area);
    }
    Found<int> out;
    for (const int area : planned) out.cities.push_back({area, 0});
    return out;
}

void remove_surplus(Campaign& campaign, Story& story) {
    for (int area = 0; area < campaign.world->area_count(); ++area) {
        const bool beside_city = city_owner(campaign, area).has_value();
        for (int seat = 0; seat < campaign.world->seat_count(); ++seat) {
            const auto& holding = campaign.at(area, seat);
            const int above = holding.tokens() - limit_for(campaign, area, seat);
            const int population = beside_city ? holding.population : std::clamp(above, 0, holding.population);
            const int armies = beside_city ? 0 : std::max(0, above - population);
            if (population + armies == 0) continue;
            take(campaign, area, seat, population, armies);
            story.tell(SurplusRemoved{{story.area(area), story.seat(seat), population, armies}});
        }
    }
}

Questions support_questions(const Campaign& campaign) {
    Questions out;
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat) {
        const int missing = support_missing(campaign, seat);
        if (missing == 0) continue;
        const auto choices = to_give_up(campaign, seat);
        Question question{seat, SupportOptions<int>{missing, choices}};
        if (choices.size() == 1) question.force(choices.front());
        out.push_back(std::move(question));
    }
    return out;
}

void give_up(Campaign& campaign, Story& story) {
    for (const auto& question : campaign.group) {
        const auto& choice = answer<Support<int>>(question);
        if (choice.give_up == GiveUp::army) {
            take(campaign, choice.area, question.seat, 0, 1);
            story.tell(ArmyDisbanded{story.seat(question.seat), story.area(choice.area)});
        } else {
            const int population = reduce(campaign, choice.area, question.seat);
            story.tell(CityReduced{story.seat(question.seat), story.area(choice.area), population});
        }
    }
}

int support_needed(const Campaign& campaign, int seat) {
    int out = 0;
    for (const int area : cities_of(campaign, seat)) out += support_of_each * (1 + campaign.at(area, seat).armies);
    return out;
}

}  // namespace muster::rules::theatre
