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
        visit("size", self.size, Rule{.about = "how many units go forward"});
        list_fields(visit, "available", self.available);
    }
};

/// What a side's total may be expected to be.
struct Expected {
    int dice = 0;
    double total = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "dice", self.dice);
        visit("total", self.total, Rule{.about = "on average"});
    }
};

/// What a wave comes to, whether it is full yet or not. Air support that is not declared yet is what the default would be.
struct WaveMeaning {
    int units = 0;
    Expected own{};
    Expected enemy{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "units", self.units, "own", self.own, "enemy", self.enemy); }
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
    /// How many aircraft fly beside a class.
    struct OfClass {
        std::string unit_class;
        int aircraft = 0;
        static void fields(auto& visit, auto& self) { list_fields(visit, "class", self.unit_class, "aircraft", self.aircraft); }
    };
    std::vector<std::string> classes{};
    std::vector<Planes> aircraft{};
    std::vector<Units> units{};
    std::vector<OfClass> taking_part{};
    static void fields(auto& visit, auto& self) {
        visit("classes", self.classes, Rule{.about = "the units in the wave"});
        list_fields(visit, "aircraft", self.aircraft);
        visit("units", self.units, Rule{.about = "of the wave"});
        visit("taking_part", self.taking_part, Rule{.about = "exactly this many aircraft with the units of each class"});
    }
};

/// What air support comes to, whether its pairs are complete yet or not.
struct AirMeaning {
    int aircraft = 0;
    Expected own{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "aircraft", self.aircraft, "own", self.own); }
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
            visit("supported", self.supported, Rule{.about = "how many of them have an aircraft with them"});
        }
    };
    int damage = 0;
    std::vector<OfEra> must_lose{};
    std::vector<Candidate> candidates{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "damage", self.damage);
        visit("must_lose", self.must_lose, Rule{.about = "exactly this many of each era"});
        list_fields(visit, "candidates", self.candidates);
    }
};

/// What losses come to, whether they are complete yet or not.
struct CasualtyMeaning {
    struct Supported {
        std::string unit;
        bool enhanced = false;
        int least = 0;
        int most = 0;
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "unit", self.unit, "enhanced", self.enhanced, "least", self.least, "most", self.most);
        }
    };
    struct Planes {
        std::string unit;
        int count = 0;
        static void fields(auto& visit, auto& self) { list_fields(visit, "unit", self.unit, "count", self.count); }
    };
    std::vector<Supported> supported{};
    std::vector<Planes> aircraft{};
    static void fields(auto& visit, auto& self) {
        visit("supported", self.supported, Rule{.about = "for each type lost: how many of those lost can have an aircraft with them"});
        visit("aircraft", self.aircraft, Rule{.about = "aircraft lost along with them"});
    }
};

}  // namespace muster::rules::advanced_combat
