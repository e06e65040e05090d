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
        visit("classes", self.classes, Rule{.about = "classes the enemy has"});
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
            visit("era", self.era, Rule{.about = "how many hits one of them takes (aircraft: its strength)"});
            list_fields(visit, "count", self.count);
        }
    };
    int hits = 0;
    std::optional<civilization::UnitClass> hit_class{};
    std::vector<Candidate> candidates{};
    int kept = 0;
    std::optional<civilization::UnitClass> first{};
    static void fields(auto& visit, auto& self) {
        visit("hits", self.hits, Rule{.about = "new ones"});
        visit("class", self.hit_class, Rule{.about = "hit first; null if none was named"});
        list_fields(visit, "candidates", self.candidates);
        visit("kept", self.kept, Rule{.about = "older hits that couldn't be placed so far"});
        visit("first", self.first,
              Rule{.about = "takes the hits until none of it can be killed: the class named, or aircraft in their phase; null: none does"});
    }
};

/// What losses that one builds come to, whether they are legal yet or not.
struct CasualtyMeaning {
    /// Why hits may not be placed so (C6, C7).
    enum class Why { too_many, first, aircraft, left_over };
    struct Fault {
        Why why = Why::too_many;
        std::string unit;
        bool enhanced = false;
        static void fields(auto& visit, auto& self) {
            visit("why", self.why,
                  Rule{.about = "more than the hits can kill; what is hit first can still be killed; aircraft are alive, and nothing else is hit; "
                                "the hits that are left can kill"});
            visit("unit", self.unit, Rule{.sparse = true, .about = "what can still be killed, if that is the fault"});
            visit("enhanced", self.enhanced, Rule{.sparse = true});
        }
    };
    int used = 0;
    int left = 0;
    bool lost = false;
    std::optional<Fault> fault{};
    static void fields(auto& visit, auto& self) {
        visit("used", self.used, Rule{.about = "hits that these losses take"});
        visit("left", self.left, Rule{.about = "and the hits they don't take; below 0: they would take more than there are"});
        visit("lost", self.lost, Rule{.sparse = true, .about = "the hits that are left don't carry over: aircraft outlived them"});
        visit("fault", self.fault, Rule{.sparse = true});
    }
};
constexpr EnumNames<CasualtyMeaning::Why, 4> names_of(CasualtyMeaning::Why) {
    using enum CasualtyMeaning::Why;
    return {{{too_many, "too_many"}, {first, "first"}, {aircraft, "aircraft"}, {left_over, "left_over"}}};
}

struct RetreatOptions {
    std::vector<std::string> regions{};
    bool destroyed = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "regions", self.regions);
        visit("destroyed", self.destroyed, Rule{.about = "there is nowhere to go: retreating loses the army"});
    }
};

}  // namespace muster::rules::phased_combat
