// What the dice of battles that are over have shown: what is still to be counted, and the sums that stores keep. Whoever reads events counts.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rules/faces.hpp"

namespace muster::storage {

/// A battle that has ended here and whose dice are in no sum yet.
struct Uncounted {
    std::int64_t note = 0;  ///< the store's own name for its being uncounted: later ones are higher, and none is ever given twice
    std::int64_t number = 0;
    std::string id;
    std::string ruleset;
    std::string options;  ///< JSON
    std::string finished_at;
    std::vector<std::string> seats;
};

/// The dice of a battle, which is uncounted no more once they are stored.
struct CountedBattle {
    std::int64_t note = 0;  ///< as in Uncounted
    std::string day;        ///< of its end, UTC: 2026-11-21
    std::string ruleset;
    struct Rolled {
        std::string seat;
        std::string player;  ///< the server's word for who played it
        Faces faces{};
    };
    std::vector<Rolled> seats;  ///< all of them, whether they rolled or not
};

/// Over days and battles.
struct DiceSum {
    std::string ruleset;
    std::string seat;
    std::string player;
    std::int64_t battles = 0;  ///< in which this seat was played so
    Faces faces{};
    bool operator==(const DiceSum&) const = default;
};

}  // namespace muster::storage
