// The events of phased-combat and fleet-combat. The common ones (`chosen`, `rolled`, `battle_ended`) are in
// rules/drive.hpp.
#pragma once
#include "rules/phased_combat/choices.hpp"

namespace muster::rules::phased_combat {

struct RoundStarted {
    int round = 0;
    static void fields(auto& visit, auto& self) { visit("round", self.round, Rule{}); }
};

struct PhaseStarted {
    int round = 0;
    std::string phase;
    static void fields(auto& visit, auto& self) {
        visit("round", self.round, Rule{});
        visit("phase", self.phase, Rule{});
    }
};

/// Of each side that rolled. `hit_class` is null where none is stated (C5).
struct HitsDealt {
    std::string seat;
    int hits = 0;
    std::optional<UnitClass> hit_class;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("hits", self.hits, Rule{});
        visit("class", self.hit_class, Rule{});
    }
};

/// Of each side that was hit in the phase or loses something. `kept`: hits that wait for the next ones.
struct CasualtiesTaken {
    std::string seat;
    std::vector<UnitCount> lost;
    int kept = 0;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("lost", self.lost, Rule{});
        visit("kept", self.kept, Rule{});
    }
};

/// `region` is null if there was none, and the army is destroyed.
struct Retreated {
    std::optional<std::string> region;
    static void fields(auto& visit, auto& self) { visit("region", self.region, Rule{}); }
};

}  // namespace muster::rules::phased_combat
