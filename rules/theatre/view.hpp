// How a campaign stands, for those who look: all that it takes to draw the map at any moment.
#pragma once
#include "rules/fields.hpp"
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/figures.hpp"

namespace muster::rules::theatre {

struct HoldingView {
    std::string seat;
    int population = 0;
    int armies = 0;
    int ships = 0;
    bool city = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat, "population", self.population, "armies", self.armies, "ships", self.ships, "city", self.city);
    }
};

struct AreaView {
    std::string area;
    std::vector<HoldingView> holdings;  ///< of each side that has something there, in seat order, barbarians last
    static void fields(auto& visit, auto& self) { list_fields(visit, "area", self.area, "holdings", self.holdings); }
};

struct CampaignView {
    int turn = 0;
    int turns = 0;
    std::string phase;
    int step = 0;                     ///< the sub-phase of movement; 0 in other phases
    std::vector<std::string> census;  ///< seats in its order, once it has been taken
    std::vector<AreaView> areas;      ///< where something stands, by the map
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "turn", self.turn, "turns", self.turns, "phase", self.phase, "step", self.step, "census", self.census, "areas", self.areas);
    }
};
CampaignView view_of(const Campaign& campaign);

struct NationView : Figures {
    std::string name;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "name", self.name);
        figures(visit, self);
    }
};
NationView view_of(const Campaign& campaign, int seat);

}  // namespace muster::rules::theatre
