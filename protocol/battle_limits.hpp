// How much one battle may bring forth. A server keeps and shows all of it, and whoever verifies its record computes it again, so a
// battle without such a bound could fill either.
#pragma once
#include <cstddef>

namespace muster::protocol {

/// Bytes of the data of events that follow from inputs. What follows from none (talk, seals, clock credits, in muster/2 also who came, is ready or offers a
/// draw) and times do not count: they are no part of the proof, so they must not decide how a battle ends. A server bounds each of them by itself: see "Too
/// long" in the README. Past a bound the battle ends without a winner, reason `limit`, with those who live then; the verifier comes to the same end by the same
/// inputs.
struct BattleLimits {
    /// All events of a battle. A long battle with every house rule has some 5 MiB.
    std::size_t battle_bytes = std::size_t{64} << 20;
    /// The events of one input (a choice and all that the rules make of it until they ask again). It is looked at after each roll, so
    /// what the rules do between two rolls may go beyond; that is bounded by the setup.
    std::size_t step_bytes = std::size_t{16} << 20;
};

}  // namespace muster::protocol
