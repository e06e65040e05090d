#include "rules/theatre/taxes.hpp"

#include <algorithm>

namespace muster::rules::theatre {

namespace {

constexpr int rate_without_coinage = 2;

/// How many tokens may join those in each area.
std::map<int, int> growth_caps(const Campaign& campaign, int seat) {
    std::map<int, int> out;
    for (const int area : areas_where(campaign, seat, [](const Holding& holding) { return holding.population > 0; }))
        if (!city_owner(campaign, area)) out.emplace(area, std::min(campaign.at(area, seat).population, 2));
    return out;
}

int sum(const std::map<int, int>& counts) {
    int out = 0;
    for (const auto& [id, count] : counts) out += count;
    return out;
}

}  // namespace

Questions tax_questions(const Campaign& campaign) {
    Questions out;
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat)
        if (const int cities = total(campaign, seat).cities; cities > 0 && campaign.world->has(seat, Advance::coinage))
            out.push_back({seat, TaxOptions<int>{cities, campaign.purse(seat).stock}});
    return out;
}

void collect_taxes(Campaign& campaign, Story& story) {
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat) {
        const int cities = total(campaign, seat).cities;
        if (cities == 0) continue;
        const auto asked = std::ranges::find(campaign.group, seat, &Question::seat);
        const int rate = asked == campaign.group.end() ? rate_without_coinage : answer<Tax<int>>(*asked).rate;
        auto& purse = campaign.purse(seat);
        const int tokens = std::min(purse.stock, rate * cities);
        purse.stock -= tokens;
        purse.treasury += tokens;
        story.tell(Taxed{story.seat(seat), tokens});
    }
}

Questions growth_questions(const Campaign& campaign) {
    Questions out;
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat) {
        const auto caps = growth_caps(campaign, seat);
        const int stock = campaign.purse(seat).stock;
        if (stock == 0 || sum(caps) <= stock) continue;
        Question question{seat, ExpandOptions<int>{caps, stock}};
        if (caps.size() == 1) question.force(Expand<int>{{{caps.begin()->first, stock}}});
        out.push_back(std::move(question));
    }
    return out;
}

void grow(Campaign& campaign, Story& story) {
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat) {
        const auto asked = std::ranges::find(campaign.group, seat, &Question::seat);
        auto grown = asked == campaign.group.end() ? growth_caps(campaign, seat) : answer<Expand<int>>(*asked).areas;
        std::erase_if(grown, [](const auto& each) { return each.second == 0; });
        if (grown.empty() || campaign.purse(seat).stock == 0) continue;
        for (const auto& [area, count] : grown) place(campaign, area, seat, count);
        story.tell(Expanded{story.seat(seat), story.counts(grown)});
    }
}

void take_census(Campaign& campaign, Story& story) {
    const auto& world = *campaign.world;
    std::vector<int> tokens;
    CensusTaken census;
    for (int seat = 0; seat < world.seat_count(); ++seat) {
        tokens.push_back(total(campaign, seat).tokens());
        census.tokens.emplace(story.seat(seat), tokens.back());
    }
    campaign.census.clear();
    for (int seat = 0; seat < world.seat_count(); ++seat) campaign.census.push_back(seat);
    sort_by_rank(campaign.census, [&](int seat) { return std::pair(world.has(seat, Advance::military), -tokens[static_cast<std::size_t>(seat)]); });
    census.order = story.seats(campaign.census);
    story.tell(census);
}

}  // namespace muster::rules::theatre
