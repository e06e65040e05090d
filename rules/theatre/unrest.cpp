// F23: superstition, civil disorder and iconoclasm reduce cities; revolting slaves support nothing.
#include <algorithm>

#include "rules/theatre/ordeals.hpp"

namespace muster::rules::theatre {

namespace {

int count_of(const Nation& nation, std::initializer_list<Advance> advances) {
    return static_cast<int>(std::ranges::count_if(advances, [&](Advance advance) { return nation.has(advance); }));
}

/// So many of the victim's cities fall.
int cities_to_fall(const Campaign& campaign) {
    using enum Advance;
    const auto& [calamity, victim] = campaign.ordeal.strike;
    const auto& nation = campaign.world->nation(victim);
    const int cities = total(campaign, victim).cities;
    int out = 0;
    if (calamity == Calamity::superstition) out = nation.has(enlightenment) ? 0 : nation.has(deism) ? 1 : nation.has(mysticism) ? 2 : 3;
    else if (calamity == Calamity::iconoclasm)
        out = 4 - count_of(nation, {law, philosophy}) - 3 * count_of(nation, {theology}) + count_of(nation, {roadbuilding});
    else out = std::max(0, cities - 3) - count_of(nation, {music, drama, law, democracy}) + count_of(nation, {military, roadbuilding});
    return std::clamp(out, 0, cities);
}

std::optional<Question> reduce_question(const Campaign& campaign, int seat, int count) {
    auto cities = cities_of(campaign, seat);
    sort_by_rank(cities, [&](int area) { return campaign.world->area(area).city_site ? 0 : 1; });
    if (count <= 0 || cities.empty()) return {};
    Question out{seat, ReduceOptions<int>{count, cities}};
    if (count >= static_cast<int>(cities.size())) out.force(Reduce<int>{cities});
    return out;
}

// Iconoclasm reaches other nations, too.
Questions allotment(const Campaign& campaign) {
    Questions out;
    if (campaign.ordeal.strike.calamity != Calamity::iconoclasm) return out;
    std::map<int, int> caps;
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat) {
        const auto& nation = campaign.world->nation(seat);
        const int cap = nation.has(Advance::theology) ? 0 : nation.has(Advance::philosophy) ? 1 : 2;
        if (seat != campaign.ordeal.strike.seat) caps.emplace(seat, std::min(cap, total(campaign, seat).cities));
    }
    if (auto question = allot_question(campaign, std::move(caps), 2)) out.push_back(std::move(*question));
    return out;
}

}  // namespace

Questions unrest_questions(const Campaign& campaign) {
    const auto& ordeal = campaign.ordeal;
    if (ordeal.step == 0) return allotment(campaign);
    Questions out;
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat) {
        if (auto question = reduce_question(campaign, seat, ordeal.shares[static_cast<std::size_t>(seat)])) out.push_back(std::move(*question));
    }
    return out;
}

void riot(Campaign& campaign, Story& story) {
    auto& ordeal = campaign.ordeal;
    if (ordeal.step++ == 0) {
        ordeal.shares = allotted(campaign);
        ordeal.shares[static_cast<std::size_t>(ordeal.strike.seat)] = cities_to_fall(campaign);
        return;
    }
    for (const auto& question : campaign.group)
        for (const int area : answer<Reduce<int>>(question).areas) tell_reduced(campaign, area, question.seat, story);
    ordeal.over = true;
}

// Support is checked at once: so much of his population counts for nothing, but what reduced cities become does.
void revolt(Campaign& campaign) {
    auto& ordeal = campaign.ordeal;
    const int victim = ordeal.strike.seat;
    const int slaves = campaign.world->has(victim, Advance::enlightenment) ? 10 : 15;
    campaign.check = {Stage::strikes, victim, std::min(slaves, total(campaign, victim).population)};
    ordeal.over = true;
}

}  // namespace muster::rules::theatre
