// F25, F26: a nation falls apart, and another takes one half of it.
#include <algorithm>

#include "rules/theatre/lose.hpp"
#include "rules/theatre/ordeals.hpp"

namespace muster::rules::theatre {

namespace {

constexpr int first_half = 15;  ///< what the victim picks, or the beneficiary of a victim with Philosophy
constexpr int second_half = 20;
constexpr int last_loss = 5;

enum Step { begin, victim_picks, beneficiary_picks, keep, last_losses };

int points_picked_by_victim(const Nation& nation) {
    if (nation.has(Advance::philosophy)) return 0;
    return first_half + (nation.has(Advance::music) ? 5 : 0) + (nation.has(Advance::drama) ? 5 : 0) + (nation.has(Advance::democracy) ? 10 : 0);
}

int points_picked_by_beneficiary(const Nation& victim) { return victim.has(Advance::philosophy) ? first_half : second_half; }

/// Population that dies before, by area: where armies and population are together.
std::map<int, int> killed(const Campaign& campaign, int victim) {
    std::map<int, int> out;
    for (int area = 0; area < campaign.world->area_count(); ++area)
        if (const auto& holding = campaign.at(area, victim); std::min(holding.armies, holding.population) > 0)
            out.emplace(area, std::min(holding.armies, holding.population));
    return out;
}

/// What is left of units when others of them are gone.
std::vector<Units<int>> without(std::vector<Units<int>> units, const std::vector<Units<int>>& gone) {
    for (const auto& each : gone) {
        auto& left = *std::ranges::find(units, each.area, &Units<int>::area);
        left.population -= each.population;
        left.armies -= each.armies;
        left.city = left.city && !each.city;
    }
    std::erase_if(units, [](const auto& each) { return each.none(); });
    return units;
}

void add(std::vector<Units<int>>& all, const Units<int>& units) {
    const auto found = std::ranges::find(all, units.area, &Units<int>::area);
    if (found == all.end()) {
        all.insert(std::ranges::upper_bound(all, units.area, {}, &Units<int>::area), units);
        return;
    }
    found->population += units.population;
    found->armies += units.armies;
    found->city = found->city || units.city;
}

Questions pick(const Campaign& campaign, int seat, int points) {
    const auto& ordeal = campaign.ordeal;
    const int victim = ordeal.strike.seat;
    auto offered = lose_options(Calamity::civil_war, without(units_of(campaign, victim), ordeal.war.first));
    offered.points = exact(offered, points);
    if (offered.points == 0) return {};
    Question out{seat, FactionOptions<int>{victim, offered}};
    if (only_one(offered)) out.force(Faction<int>{cheapest(offered)});
    Questions alone;
    alone.push_back(std::move(out));
    return alone;
}

/// Whether there is a war is judged as if those had died who die in it (F26).
void start(Campaign& campaign, Story& story) {
    auto& ordeal = campaign.ordeal;
    const int victim = ordeal.strike.seat;
    const auto& nation = campaign.world->nation(victim);
    const auto dead = killed(campaign, victim);
    auto divided = campaign;
    for (const auto& [area, count] : dead) take(divided, area, victim, count, 0);
    ordeal.war.beneficiary = richest(divided).front();
    ordeal.over = ordeal.war.beneficiary == victim || total(divided, victim).points() <= points_picked_by_victim(nation) + points_picked_by_beneficiary(nation);
    if (ordeal.over) return story.tell(CivilWarAverted{story.seat(victim)});
    for (const auto& [area, count] : dead) take(campaign, area, victim, count, 0);
    story.tell(CivilWarBegan{story.seat(victim), story.seat(ordeal.war.beneficiary), story.counts(dead)});
}

Questions keep_question(const Campaign& campaign) {
    const auto& war = campaign.ordeal.war;
    Questions out;
    out.push_back({campaign.ordeal.strike.seat, KeepOptions<int>{{{Which::first, war.first}, {Which::second, war.second}}}});
    return out;
}

/// Replaces units with a seat's pieces, as far as it has them; gives which.
Units<int> replace(Campaign& campaign, const Units<int>& units, int seat) {
    const auto own = total(campaign, seat);
    const auto& pieces = campaign.world->pieces;
    auto& holding = campaign.at(units.area, seat);
    Units<int> out{units.area, place(campaign, units.area, seat, units.population), std::min(units.armies, pieces.armies - own.armies),
                   units.city && own.cities < pieces.cities};
    holding.armies += out.armies;
    if (out.city) holding.city = holding.fresh = true;
    return out;
}

// Where the beneficiary's pieces run out the next richest follow.
void annex(Campaign& campaign, std::vector<Units<int>> lost, Story& story) {
    auto& war = campaign.ordeal.war;
    const int victim = campaign.ordeal.strike.seat;
    std::vector<int> heirs = richest(campaign);
    std::erase(heirs, victim);
    for (const auto& units : lost) take(campaign, victim, units);
    for (const int heir : heirs) {
        std::vector<Units<int>> gained;
        for (auto& units : lost) {
            const auto replaced = replace(campaign, units, heir);
            units.population -= replaced.population;
            units.armies -= replaced.armies;
            units.city = units.city && !replaced.city;
            if (!replaced.none()) gained.push_back(replaced);
        }
        if (!gained.empty()) story.tell(Annexed{story.seat(heir), story.seat(victim), story.each(gained)});
        if (heir == war.beneficiary) war.gained = std::move(gained);
    }
}

// F26: a city beside a foreign army is reduced. What it becomes belongs to the part that it was of.
void reduce_beside_armies(Campaign& campaign, Story& story) {
    auto& war = campaign.ordeal.war;
    for (int area = 0; area < campaign.world->area_count(); ++area) {
        const auto owner = city_owner(campaign, area);
        if (!owner) continue;
        bool army = false;
        for (int seat = 0; seat < campaign.world->seat_count(); ++seat) army = army || (seat != *owner && campaign.at(area, seat).armies > 0);
        if (!army) continue;
        const int before = campaign.at(area, *owner).population;
        tell_reduced(campaign, area, *owner, story);
        const int placed = campaign.at(area, *owner).population - before;
        for (auto* part : {&war.kept, &war.gained}) {
            const auto found = std::ranges::find(*part, area, &Units<int>::area);
            const int holder = part == &war.kept ? campaign.ordeal.strike.seat : war.beneficiary;
            if (holder != *owner || found == part->end() || !found->city) continue;
            found->city = false;
            found->population += placed;
        }
    }
    for (auto* part : {&war.kept, &war.gained}) std::erase_if(*part, [](const auto& units) { return units.none(); });
}

void decide(Campaign& campaign, Story& story) {
    auto& war = campaign.ordeal.war;
    const bool keeps_first = answer<Keep<int>>(campaign.group.front()).faction == Which::first;
    war.kept = keeps_first ? war.first : war.second;
    annex(campaign, keeps_first ? war.second : war.first, story);
    reduce_beside_armies(campaign, story);
}

/// Of a part, what is in or beside (by land) an area of the other, if it comes to enough; else all of it.
std::vector<Units<int>> frontier(const World& world, const std::vector<Units<int>>& part, const std::vector<Units<int>>& other) {
    const auto near = [&](const Units<int>& units) {
        return std::ranges::any_of(other, [&](const auto& each) { return each.area == units.area || contains(world.area(units.area).land, each.area); });
    };
    auto out = part;
    std::erase_if(out, [&](const auto& units) { return !near(units); });
    return points_of(out) >= last_loss ? out : part;
}

Questions last_loss_questions(const Campaign& campaign) {
    const auto& [strike, step, over, shares, place, invasion, war] = campaign.ordeal;
    Questions out;
    if (!campaign.world->has(strike.seat, Advance::military)) return out;
    const auto ask = [&](int seat, const std::vector<Units<int>>& part, const std::vector<Units<int>>& other) {
        if (auto question = lose_question(seat, lose_options(Calamity::civil_war, frontier(*campaign.world, part, other)), last_loss))
            out.push_back(std::move(*question));
    };
    ask(strike.seat, war.kept, war.gained);
    ask(war.beneficiary, war.gained, war.kept);
    std::ranges::sort(out, {}, &Question::seat);
    return out;
}

}  // namespace

Questions civil_war_questions(const Campaign& campaign) {
    const auto& ordeal = campaign.ordeal;
    const auto& victim = campaign.world->nation(ordeal.strike.seat);
    switch (ordeal.step) {
        case begin: return {};
        case victim_picks: return pick(campaign, ordeal.strike.seat, points_picked_by_victim(victim));
        case beneficiary_picks: return pick(campaign, ordeal.war.beneficiary, points_picked_by_beneficiary(victim));
        case keep: return keep_question(campaign);
        default: return last_loss_questions(campaign);
    }
}

void divide(Campaign& campaign, Story& story) {
    auto& war = campaign.ordeal.war;
    const int step = campaign.ordeal.step++;
    switch (step) {
        case begin: return start(campaign, story);
        case victim_picks:
        case beneficiary_picks:
            if (!campaign.group.empty())
                for (const auto& units : answer<Faction<int>>(campaign.group.front()).units) add(war.first, units);
            war.second = without(units_of(campaign, campaign.ordeal.strike.seat), war.first);
            return;
        case keep: return decide(campaign, story);
        default: lose_chosen(campaign, story); campaign.ordeal.over = true;
    }
}

}  // namespace muster::rules::theatre
