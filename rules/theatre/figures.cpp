#include "rules/theatre/figures.hpp"

#include "rules/theatre/turn.hpp"

namespace muster::rules::theatre {

Figures figures_of(const Campaign& campaign, int seat) {
    const auto own = total(campaign, seat);
    const auto& purse = campaign.purse(seat);
    return {own.population, own.armies, own.ships, own.cities, purse.stock, purse.treasury, score(campaign, seat)};
}

}  // namespace muster::rules::theatre
