// What the decisions of advanced-combat offer.
#pragma once
#include <string>
#include <vector>

#include "rules/civilization/selection.hpp"

namespace muster::rules::advanced_combat {

struct WaveOptions {
    int size = 0;
    std::vector<civilization::UnitCount> available{};
    static void fields(auto& visit, auto& self) {
        visit("size", self.size, Rule{.about = "so many units step forward"});
        list_fields(visit, "available", self.available);
    }
};

struct AirOptions {
    struct Planes {
        std::string unit;
        int strength = 0;
        int count = 0;
        static void fields(auto& visit, auto& self) { list_fields(visit, "unit", self.unit, "strength", self.strength, "count", self.count); }
    };
    struct Units {
        std::string unit_class;
        std::string unit;
        bool enhanced = false;
        int count = 0;
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "class", self.unit_class, "unit", self.unit, "enhanced", self.enhanced, "count", self.count);
        }
    };
    std::vector<std::string> classes{};
    std::vector<Planes> aircraft{};
    std::vector<Units> units{};
    static void fields(auto& visit, auto& self) {
        visit("classes", self.classes, Rule{.about = "those of the wave"});
        list_fields(visit, "aircraft", self.aircraft);
        visit("units", self.units, Rule{.about = "of the wave"});
    }
};

struct CasualtyOptions {
    struct OfEra {
        int era = 0;
        int count = 0;
        static void fields(auto& visit, auto& self) { list_fields(visit, "era", self.era, "count", self.count); }
    };
    struct Candidate {
        std::string unit;
        bool enhanced = false;
        int era = 0;
        int count = 0;
        int supported = 0;
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "unit", self.unit, "enhanced", self.enhanced, "era", self.era, "count", self.count);
            visit("supported", self.supported, Rule{.about = "how many of them have an aircraft beside them"});
        }
    };
    int damage = 0;
    std::vector<OfEra> must_lose{};
    std::vector<Candidate> candidates{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "damage", self.damage);
        visit("must_lose", self.must_lose, Rule{.about = "exactly so many of each era"});
        list_fields(visit, "candidates", self.candidates);
    }
};

}  // namespace muster::rules::advanced_combat
