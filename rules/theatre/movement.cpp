#include "rules/theatre/movement.hpp"

#include <algorithm>

namespace muster::rules::theatre {

namespace {

constexpr int range_of_ships = 4;
constexpr int cloth_range = 5;
constexpr int step_of_all = 2;  ///< in the first and the third only armies move

std::vector<int> waters(const World& world, int seat, int from) {
    std::vector<int> out = world.area(from).water;
    if (!world.has(seat, Advance::astronomy)) std::erase_if(out, [&](int area) { return world.area(area).open_sea; });
    return out;
}

/// Where the seat's ships are, and where they may sail.
void chart(const Campaign& campaign, int seat, MoveOptions<int>& options) {
    const auto& world = *campaign.world;
    options.range = world.has(seat, Advance::cloth_making) ? cloth_range : range_of_ships;
    std::vector<int> shore = areas_where(campaign, seat, [](const Holding& holding) { return holding.ships > 0; });
    for (const int area : shore) options.ships.push_back({area, campaign.at(area, seat).ships});
    for (int step = 0; step < options.range; ++step) {
        std::vector<int> next;
        for (const int area : shore) {
            const auto [entry, is_new] = options.water.try_emplace(area);
            if (!is_new) continue;
            entry->second = waters(world, seat, area);
            next.insert(next.end(), entry->second.begin(), entry->second.end());
        }
        shore = std::move(next);
    }
    std::bitset<areas_max> seas;
    for (const auto& [from, to] : options.water)
        for (const int area : to) seas[static_cast<std::size_t>(area)] = world.area(area).open_sea;
    for (int area = 0; area < world.area_count(); ++area)
        if (seas[static_cast<std::size_t>(area)]) options.open_sea.push_back(area);
}

MoveOptions<int> options_of(const Campaign& campaign, int seat) {
    MoveOptions<int> out{.step = campaign.move_step};
    const bool all = campaign.move_step == step_of_all;
    for (const int area : areas_where(campaign, seat, [&](const Holding& holding) { return holding.armies > 0 || (all && holding.population > 0); })) {
        const auto& holding = campaign.at(area, seat);
        auto to = reach(campaign, seat, area);
        if (all || !to.empty()) out.tokens.push_back({area, all ? holding.population : 0, holding.armies, std::move(to)});
    }
    if (all) chart(campaign, seat, out);
    return out;
}

bool may_choose(const MoveOptions<int>& options) {
    return std::ranges::any_of(options.tokens, [](const auto& troop) { return !troop.to.empty(); }) ||
           std::ranges::any_of(options.ships, [&](const auto& harbour) { return !options.water.at(harbour.area).empty(); });
}

}  // namespace

// All is done at once from where everything stands.
void move(Campaign& campaign, int seat, const Move<int>& choice) {
    const auto lift = [&](int from, int population, int armies) {
        campaign.at(from, seat).population -= population;
        campaign.at(from, seat).armies -= armies;
    };
    const auto land = [&](int to, int population, int armies) { lift(to, -population, -armies); };
    for (const auto& march : choice.marches) {
        lift(march.from, march.population, march.armies);
        land(march.to, march.population, march.armies);
    }
    for (const auto& voyage : choice.voyages) {
        --campaign.at(voyage.ship, seat).ships;
        ++campaign.at(voyage.route.back(), seat).ships;
        for (const auto& cargo : voyage.cargo) {
            lift(voyage.place(cargo.on), cargo.population, cargo.armies);
            land(voyage.place(cargo.off), cargo.population, cargo.armies);
        }
    }
}

std::vector<int> reach(const Campaign& campaign, int seat, int from) {
    const auto& world = *campaign.world;
    std::vector<int> out = world.area(from).land;
    if (!world.has(seat, Advance::roadbuilding)) return out;
    for (const int through : world.area(from).land) {
        if (foreign_units(campaign, through, seat)) continue;
        const auto& further = world.area(through).land;
        out.insert(out.end(), further.begin(), further.end());
    }
    std::ranges::sort(out);
    const auto twice = std::ranges::unique(out);
    out.erase(twice.begin(), twice.end());
    std::erase(out, from);
    return out;
}

Questions move_questions(const Campaign& campaign, const std::vector<int>& seats) {
    Questions out;
    for (const int seat : seats)
        if (auto options = options_of(campaign, seat); may_choose(options)) out.push_back({seat, std::move(options)});
    return out;
}

void move(Campaign& campaign, Story& story) {
    for (const auto& question : campaign.group) {
        const auto& choice = answer<Move<int>>(question);
        if (choice.marches.empty() && choice.voyages.empty()) continue;
        move(campaign, question.seat, choice);
        story.tell(Moved{story.seat(question.seat), campaign.move_step, story.each(choice.marches), story.each(choice.voyages)});
    }
}

}  // namespace muster::rules::theatre
