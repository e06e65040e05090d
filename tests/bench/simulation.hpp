// What a crowd behind a tree of relays goes through, from what one of each costs: a simulation of discrete events.
//
// A server or relay is one core and one network card. What it has to do it does in the order in which it came: a write, which is all that a viewer gets of one
// decision, goes to its viewers one after the other; each join takes its time. A card may be behind its core. The owner has the relays, or relays before those,
// as its viewers. Lines to viewers are not simulated: what is late is late by our doing.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace muster::bench {

/// What things cost, as scale.sh measures it.
struct Costs {
    double decision_us = 0;   ///< of the owner's core, for a decision
    double event_us = 0;      ///< of a relay's core, for what it is told of a decision, whoever watches
    double write_us = 0;      ///< of a core, for a write to one viewer
    double join_us = 0;       ///< of a core, for a viewer who comes and catches up
    double hop_ms = 0;        ///< between two servers, beyond their cores
    double write_bytes = 0;   ///< on the wire, for a write to one viewer
    double join_bytes = 0;    ///< on the wire, for a viewer who comes and catches up
    double viewer_bytes = 0;  ///< of memory, for a viewer
};

/// What is played and watched, and by how many relays.
struct Plan {
    std::size_t viewers = 1'000'000;
    std::size_t battles = 1;       ///< the viewers are spread over them evenly, and over the relays
    double decisions_per_s = 1;    ///< of each battle; they come by chance
    std::size_t relays = 1;        ///< that viewers come to
    std::size_t width = 25;        ///< relays behind one; if there are more, others stand between them and the owner, as many rows of them as it takes
    double card_bits_per_s = 1e9;  ///< of each relay
    double seconds = 60;
    double rush_s = 0;           ///< all viewers come within so long, by chance; 0: they are there
    double dies_at_s = 0;        ///< a relay that viewers come to dies; 0: none does
    double noticed_after_s = 1;  ///< until then its viewers are sent to it again, and from then on to any other
    std::uint64_t seed = 1;
};

struct Lateness {
    double mean_ms = 0, p50_ms = 0, p99_ms = 0, last_ms = 0;
    double count = 0;
};

struct Outcome {
    Lateness writes{};                          ///< from a decision until a viewer has it, of those who watch then
    Lateness joins{};                           ///< from coming until it is served; of the viewers of a relay that dies: from its death
    double busiest_core = 0, busiest_card = 0;  ///< share of the time, over 1: it is never done; of all relays
    double owner_core = 0, owner_card = 0;
    double relay_bytes = 0;       ///< of memory, for the viewers of the fullest relay
    std::size_t rows = 0;         ///< of relays, one behind the other
    std::size_t all_relays = 0;   ///< those in between too
    std::size_t owner_lines = 0;  ///< that the owner has: one for each battle and relay of the first row
};

Outcome simulate(const Costs& costs, const Plan& plan);

/// The least number of relays with which in each of these plans 99 % of the writes come within `late_ms` and no core and no card is busier than `busy`; 0: no
/// number up to 10,000 does.
std::size_t relays_needed(const Costs& costs, std::vector<Plan> plans, double late_ms, double busy);

/// From the text of lines `name=value # the command that gave it`; throws if one of Costs is missing or is no number. `prefix`: "" or "tls_"; what is not there
/// with it is taken without.
Costs costs_in(const std::string& text, const std::string& prefix);

}  // namespace muster::bench
