#include "rules/phased_combat/game.hpp"

namespace muster::rules::phased_combat {

std::span<const UnitClass> phases(bool fleets) {
    using enum UnitClass;
    static constexpr std::array land{aircraft, artillery, cavalry, infantry};
    static constexpr std::array sea{aircraft, fleet};
    return fleets ? std::span<const UnitClass>(sea) : std::span<const UnitClass>(land);
}

Strength strength(const Side& side, const Counts& living) {
    Strength out;
    for (int i = 0; i < types(side); ++i) (is_aircraft(type(side, i)) ? out.aircraft : out.ground) += at(living, i);
    return out;
}

int units_of(const Side& side, const Counts& living, UnitClass unit_class) {
    int out = 0;
    for (int i = 0; i < types(side); ++i)
        if (type(side, i).unit_class == unit_class) out += at(living, i);
    return out;
}

int capacity(const Side& side, const Counts& pieces) {
    int out = 0;
    for (int i = 0; i < types(side); ++i) out += at(pieces, i) * type(side, i).era;
    return out;
}

}  // namespace muster::rules::phased_combat
