#include "rules/theatre/calamities.hpp"

#include <algorithm>

#include "rules/theatre/ordeals.hpp"

namespace muster::rules::theatre {

namespace {

constexpr int stack_first = 2;
constexpr int cities_counted = 8;
constexpr int strikes_each = 2;
constexpr int striking_die = 6;

/// The one or two calamities of a stack, by number (F19).
std::vector<Calamity> stack(int number) {
    using enum Calamity;
    static const std::vector<std::vector<Calamity>> all{
        {earthquake}, {famine, superstition}, {civil_war, slave_revolt}, {flood, barbarians}, {epidemic}, {civil_disorder}, {iconoclasm}};
    return all[static_cast<std::size_t>(number - stack_first)];
}

/// A calamity strikes once a turn, a nation twice; what is more does nothing.
void add(std::vector<Strike>& strikes, const Strike& strike) {
    if (std::ranges::count(strikes, strike.calamity, &Strike::calamity) > 0) return;
    if (std::ranges::count(strikes, strike.seat, &Strike::seat) < strikes_each) strikes.push_back(strike);
}

}  // namespace

void foresee(Campaign& campaign) {
    const auto& world = *campaign.world;
    campaign.strikes = world.listed[static_cast<std::size_t>(campaign.turn - 1)];
    campaign.rollers.clear();
    if (!world.calamity_dice) return;
    for (int seat = 0; seat < world.seat_count(); ++seat)
        if (total(campaign, seat).cities >= stack_first) campaign.rollers.push_back(seat);
    sort_by_rank(campaign.rollers, [&](int seat) { return total(campaign, seat).cities; });
}

int stacks_of(const Campaign& campaign, int seat) { return std::min(total(campaign, seat).cities, cities_counted) - stack_first + 1; }

void take_calamity_dice(Campaign& campaign, const std::vector<int>& values) {
    const int seat = campaign.rollers.front();
    campaign.rollers.erase(campaign.rollers.begin());
    const auto stacks = values.size() / 2;
    for (std::size_t i = 0; i < stacks; ++i) {
        if (values[i] != striking_die) continue;
        const auto calamities = stack(static_cast<int>(i) + stack_first);
        const bool odd = values[stacks + i] % 2 == 1;
        add(campaign.strikes, {odd ? calamities.front() : calamities.back(), seat});
    }
}

bool strike_next(Campaign& campaign, Story& story) {
    sort_by_rank(campaign.strikes, [](const Strike& each) { return each.calamity; });
    while (!campaign.strikes.empty()) {
        const auto strike = campaign.strikes.front();
        campaign.strikes.erase(campaign.strikes.begin());
        if (total(campaign, strike.seat).points() == 0) continue;
        campaign.ordeal = {.strike = strike};
        story.tell(CalamityStruck{strike.calamity, story.seat(strike.seat)});
        return true;
    }
    return false;
}

Questions ordeal_questions(const Campaign& campaign) {
    using enum Calamity;
    switch (campaign.ordeal.strike.calamity) {
        case earthquake: return earthquake_questions(campaign);
        case famine:
        case flood:
        case epidemic: return plague_questions(campaign);
        case superstition:
        case civil_disorder:
        case iconoclasm: return unrest_questions(campaign);
        case slave_revolt: return {};
        case barbarians: return invasion_questions(campaign);
        case civil_war: return civil_war_questions(campaign);
    }
    return {};
}

void suffer(Campaign& campaign, Story& story) {
    using enum Calamity;
    switch (campaign.ordeal.strike.calamity) {
        case earthquake: return quake(campaign, story);
        case famine:
        case flood:
        case epidemic: return spread(campaign, story);
        case superstition:
        case civil_disorder:
        case iconoclasm: return riot(campaign, story);
        case slave_revolt: return revolt(campaign);
        case barbarians: return invade(campaign, story);
        case civil_war: return divide(campaign, story);
    }
}

}  // namespace muster::rules::theatre
