// The decisions as JSON: what may be chosen, whether a choice is legal, and its canonical form.
#pragma once
#include "rules/civilization/selection.hpp"
#include "rules/phased_combat/casualties.hpp"
#include "rules/phased_combat/setup.hpp"

namespace muster::rules::phased_combat {

using civilization::UnitCount;

struct ClassChoice {
    std::string hit_class;
    static void fields(auto& visit, auto& self) {
        visit("class", self.hit_class, Rule{.min = 1, .max = 40, .about = "infantry, cavalry or artillery; the enemy must have some"});
    }
};

struct CasualtyChoice {
    std::vector<UnitCount> units;
    static void fields(auto& visit, auto& self) {
        visit("units", self.units, Rule{.min = 1, .max = types_max, .about = "each takes as many hits as its era (aircraft: its strength)"});
    }
};

struct RetreatChoice {
    bool retreat = false;
    std::optional<std::string> region{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "retreat", self.retreat);
        visit("region", self.region, Rule{.sparse = true, .min = 1, .max = 80, .about = "the destination; left out if there is nowhere to go"});
    }
};

SharedJson class_options(const std::vector<UnitClass>& classes, int hits);
std::expected<UnitClass, Refusal> read_class(const std::vector<UnitClass>& classes, JsonView choice);

/// `kept`: how many of the toll's hits are older ones.
SharedJson casualty_options(const Table& table, int seat, const Counts& living, const Toll& toll, int kept);
CasualtyChoice casualty_choice(const Table& table, int seat, const Counts& losses);
std::expected<Counts, Refusal> read_casualties(const Table& table, int seat, const Counts& living, const Toll& toll, JsonView choice);
/// What such a choice comes to, legal or not; null if it cannot be read.
Json casualty_meaning(const Table& table, int seat, const Counts& living, const Toll& toll, JsonView choice);

SharedJson retreat_options(const Table& table);
std::expected<RetreatChoice, Refusal> read_retreat(const Table& table, JsonView choice);

}  // namespace muster::rules::phased_combat
