// What a nation has, in numbers: after each turn, and for whoever looks.
#pragma once
#include "rules/fields.hpp"
#include "rules/theatre/campaign.hpp"

namespace muster::rules::theatre {

struct Figures {
    int population = 0;
    int armies = 0;
    int ships = 0;
    int cities = 0;
    int stock = 0;
    int treasury = 0;
    int score = 0;
    static void figures(auto& visit, auto& self) {
        list_fields(visit, "population", self.population, "armies", self.armies, "ships", self.ships, "cities", self.cities, "stock", self.stock, "treasury",
                    self.treasury, "score", self.score);
    }
};
Figures figures_of(const Campaign& campaign, int seat);

}  // namespace muster::rules::theatre
