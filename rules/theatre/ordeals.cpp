#include "rules/theatre/ordeals.hpp"

#include <algorithm>

namespace muster::rules::theatre {

std::optional<Question> site_question(int seat, Calamity calamity, std::vector<int> areas) {
    if (areas.empty()) return {};
    const int first = areas.front();
    const bool alone = areas.size() == 1;
    Question out{seat, SiteOptions<int>{calamity, std::move(areas)}};
    if (alone) out.force(Site<int>{first});
    return out;
}

std::optional<Question> allot_question(const Campaign& campaign, std::map<int, int> caps, int total) {
    std::erase_if(caps, [](const auto& each) { return each.second <= 0; });
    int all = 0;
    for (const auto& [seat, cap] : caps) all += cap;
    total = std::min(total, all);
    if (total == 0) return {};
    const auto& strike = campaign.ordeal.strike;
    Question out{strike.seat, AllotOptions<int>{strike.calamity, caps, total}};
    if (total == all) out.force(Allot<int>{caps});
    else if (caps.size() == 1) out.force(Allot<int>{{{caps.begin()->first, total}}});
    return out;
}

std::vector<int> allotted(const Campaign& campaign) {
    std::vector<int> out(static_cast<std::size_t>(campaign.world->seat_count()));
    for (const auto& question : campaign.group)
        for (const auto& [seat, share] : answer<Allot<int>>(question).seats) out[static_cast<std::size_t>(seat)] = share;
    return out;
}

void strike_city(Campaign& campaign, int area, int seat, Story& story) {
    if (campaign.world->has(seat, Advance::engineering)) return tell_reduced(campaign, area, seat, story);
    const Units<int> city{.area = area, .city = true};
    take(campaign, seat, city);
    story.tell(UnitsLost{story.seat(seat), {story(city)}});
}

void tell_reduced(Campaign& campaign, int area, int seat, Story& story) {
    const int population = reduce(campaign, area, seat);
    story.tell(CityReduced{story.seat(seat), story.area(area), population});
}

}  // namespace muster::rules::theatre
