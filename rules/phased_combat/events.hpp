// The events of phased-combat and fleet-combat. The common ones (`chosen`, `rolled`, `battle_ended`) are in
// rules/drive.hpp.
#pragma once
#include "rules/phased_combat/choices.hpp"

namespace muster::rules::phased_combat {

struct RoundStarted {
    int round = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "round", self.round); }
};

struct PhaseStarted {
    int round = 0;
    std::string phase;
    static void fields(auto& visit, auto& self) { list_fields(visit, "round", self.round, "phase", self.phase); }
};

/// Of each side that rolled. `hit_class` is null where none is stated (C5).
struct HitsDealt {
    std::string seat;
    int hits = 0;
    std::optional<UnitClass> hit_class;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "hits", self.hits, "class", self.hit_class); }
};

/// Of each side that was hit in the phase or loses something. `kept`: hits that wait for the next ones.
struct CasualtiesTaken {
    std::string seat;
    std::vector<UnitCount> lost;
    int kept = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "lost", self.lost, "kept", self.kept); }
};

/// `region` is null if there was none, and the army is destroyed.
struct Retreated {
    std::optional<std::string> region;
    static void fields(auto& visit, auto& self) { list_fields(visit, "region", self.region); }
};

}  // namespace muster::rules::phased_combat
