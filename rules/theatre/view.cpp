#include "rules/theatre/view.hpp"

#include "rules/theatre/naming.hpp"
#include "rules/theatre/turn.hpp"

namespace muster::rules::theatre {

namespace {

std::string phase_of(Stage stage) {
    switch (stage) {
        case Stage::turn_start:
        case Stage::tax: return "taxes";
        case Stage::growth: return "growth";
        case Stage::build: return "construction";
        case Stage::move: return "movement";
        case Stage::conflict:
        case Stage::losses:
        case Stage::assault_losses: return "conflict";
        case Stage::found: return "cities";
        case Stage::support: return "support";
        case Stage::calamities:
        case Stage::strikes:
        case Stage::ordeal: return "calamities";
        case Stage::turn_end:
        case Stage::over: return "end";
    }
    return {};
}

}  // namespace

CampaignView view_of(const Campaign& campaign) {
    const auto& world = *campaign.world;
    const Naming naming(world);
    CampaignView out{
        campaign.turn, world.turns, phase_of(campaign.stage), campaign.stage == Stage::move ? campaign.move_step : 0, naming.seats(campaign.census), {}};
    for (int area = 0; area < world.area_count(); ++area) {
        AreaView here{naming.area(area), {}};
        for (int side = 0; side <= world.barbarians(); ++side)
            if (const auto& holding = campaign.at(area, side); holding.has_units() || holding.ships > 0)
                here.holdings.push_back({naming.seat(side), holding.population, holding.armies, holding.ships, holding.city});
        if (!here.holdings.empty()) out.areas.push_back(std::move(here));
    }
    return out;
}

NationView view_of(const Campaign& campaign, int seat) { return {figures_of(campaign, seat), campaign.world->nation(seat).name}; }

}  // namespace muster::rules::theatre
