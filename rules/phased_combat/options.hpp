// What the decisions of phased-combat and fleet-combat offer.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rules/civilization/roster.hpp"

namespace muster::rules::phased_combat {

struct ClassOptions {
    std::vector<civilization::UnitClass> classes{};
    int hits = 0;
    static void fields(auto& visit, auto& self) {
        visit("classes", self.classes, Rule{.about = "those that the enemy has"});
        list_fields(visit, "hits", self.hits);
    }
};

struct CasualtyOptions {
    struct Candidate {
        std::string unit;
        bool enhanced = false;
        civilization::UnitClass unit_class = civilization::UnitClass::infantry;
        int era = 0;
        int count = 0;
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "unit", self.unit, "enhanced", self.enhanced, "class", self.unit_class);
            visit("era", self.era, Rule{.about = "so many hits one of them takes (aircraft: its strength)"});
            list_fields(visit, "count", self.count);
        }
    };
    int hits = 0;
    std::optional<civilization::UnitClass> hit_class{};
    std::vector<Candidate> candidates{};
    int kept = 0;
    static void fields(auto& visit, auto& self) {
        visit("hits", self.hits, Rule{.about = "new ones"});
        visit("class", self.hit_class, Rule{.about = "hit first; null where none is stated"});
        list_fields(visit, "candidates", self.candidates);
        visit("kept", self.kept, Rule{.about = "older hits, which could not be placed so far"});
    }
};

struct RetreatOptions {
    std::vector<std::string> regions{};
    bool destroyed = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "regions", self.regions);
        visit("destroyed", self.destroyed, Rule{.about = "there is nowhere to go: who retreats loses the army"});
    }
};

}  // namespace muster::rules::phased_combat
