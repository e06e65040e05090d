#include "rules/phased_combat/decisions.hpp"

#include "rules/phased_combat/allocation.hpp"

namespace muster::rules::phased_combat {

UnitClass ClassDecision::draw(Random& random) const {
    const auto all = classes();
    return all[random.below(all.size())];
}

std::optional<UnitClass> ClassDecision::prefer(const Preference& preference) const {
    int first = preference.unnamed();
    std::optional<UnitClass> out;
    const auto& troops = table.of(other(seat));
    for (int i = 0; i < static_cast<int>(troops.size()); ++i) {
        const auto& troop = troops[static_cast<std::size_t>(i)];
        const int rank = civilization::rank(preference, troop);
        if (rank >= first || at(living(other(seat)), i) == 0 || troop.unit.unit_class == UnitClass::aircraft) continue;
        first = rank;
        out = troop.unit.unit_class;
    }
    return out;
}

Counts CasualtyDecision::draw(Random& random) const { return random_losses(game().side(seat), living(seat), due(), random); }

std::optional<Counts> CasualtyDecision::prefer(const Preference& preference) const {
    const Toll due = this->due();
    Counts ranks{};
    bool any = false;
    for (int i = 0; i < types(game().side(seat)); ++i) {
        const auto& type = phased_combat::type(game().side(seat), i);
        at(ranks, i) = civilization::rank(preference, table.of(seat)[static_cast<std::size_t>(i)]);
        any = any || (at(ranks, i) < preference.unnamed() && at(living(seat), i) > 0 && (hit_first(due, type) || hit_later(due, type)));
    }
    if (!any) return {};
    return ranked_losses(ranks, game(), seat, living(seat), now.phase, due);
}

RetreatChoice RetreatDecision::draw(Random& random) const {
    const auto& havens = table.havens;
    const auto drawn = random.below(std::max<std::size_t>(havens.size(), 1) + 1);
    if (drawn == 0) return {};
    return {true, havens.empty() ? std::nullopt : std::optional(havens[drawn - 1])};
}

}  // namespace muster::rules::phased_combat
