#include "rules/theatre/construction.hpp"

#include <algorithm>

namespace muster::rules::theatre {

namespace {

BuildOptions<int> options_of(const Campaign& campaign, int seat) {
    const auto& world = *campaign.world;
    BuildOptions<int> out{{}, campaign.purse(seat).treasury, world.pieces.armies, world.pieces.ships};
    for (const int area : areas_where(campaign, seat, [](const Holding& holding) { return holding.has_units() || holding.ships > 0; })) {
        const auto& holding = campaign.at(area, seat);
        out.areas.push_back({area, holding.population, holding.armies, holding.ships, holding.has_units(), world.area(area).coast});
    }
    return out;
}

/// Whether population can pay for something where it stands.
bool levy_pays(const Yard<int>& yard, const BuildOptions<int>& options) {
    if (yard.population >= 1 && yard.armies + yard.ships > 0) return true;
    return yard.population >= 2 && (options.armies > 0 || (yard.coast && options.ships > 0));
}

bool may_choose(const BuildOptions<int>& options) {
    if (options.treasury > 0) return !options.areas.empty();
    return std::ranges::any_of(options.areas, [&](const Yard<int>& yard) { return levy_pays(yard, options); });
}

void build(Campaign& campaign, int seat, const Build<int>& choice, Story& story) {
    const auto before = total(campaign, seat);
    for (int area = 0; area < campaign.world->area_count(); ++area) campaign.at(area, seat).armies = campaign.at(area, seat).ships = 0;
    Built built{story.seat(seat), 0, {before.armies, before.ships}, story.each(choice.areas), choice.release};
    for (const auto& line : choice.areas) {
        auto& holding = campaign.at(line.area, seat);
        holding.armies = line.keep_armies + line.build_armies;
        holding.ships = line.keep_ships + line.build_ships;
        take(campaign, line.area, seat, line.levy, 0);
        built.lost.armies -= line.keep_armies;
        built.lost.ships -= line.keep_ships;
        built.paid += line.cost() - line.levy;
    }
    spend(campaign, seat, built.paid + choice.release);
    if (!built.areas.empty() || built.release > 0 || built.lost.armies + built.lost.ships > 0) story.tell(built);
}

}  // namespace

Questions build_questions(const Campaign& campaign, const std::vector<int>& seats) {
    Questions out;
    for (const int seat : seats)
        if (auto options = options_of(campaign, seat); may_choose(options)) out.push_back({seat, std::move(options)});
    return out;
}

void build(Campaign& campaign, const std::vector<int>& seats, Story& story) {
    for (const int seat : seats) {
        const auto asked = std::ranges::find(campaign.group, seat, &Question::seat);
        build(campaign, seat, asked == campaign.group.end() ? Build<int>{} : answer<Build<int>>(*asked), story);
    }
}

Build<int> keep_all(const BuildOptions<int>& options) {
    Build<int> out;
    int treasury = options.treasury;
    for (const auto& yard : options.areas) out.areas.push_back({.area = yard.area});
    const auto keep = [&](int Yard<int>::* pieces, int BuildLine<int>::* kept) {
        for (std::size_t i = 0; i < options.areas.size(); ++i) {
            const auto& yard = options.areas[i];
            auto& line = out.areas[i];
            for (int each = 0; each < yard.*pieces; ++each) {
                if (treasury > 0) --treasury;
                else if (yard.population - line.levy > 1) ++line.levy;
                else continue;
                ++(line.*kept);
            }
        }
    };
    keep(&Yard<int>::armies, &BuildLine<int>::keep_armies);
    keep(&Yard<int>::ships, &BuildLine<int>::keep_ships);
    std::erase_if(out.areas, [](const auto& line) { return line.idle(); });
    return out;
}

}  // namespace muster::rules::theatre
