// What of a record no proof shows, although it holds: what came when, who was away, why somebody ended it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "protocol/record.hpp"

namespace muster::protocol::proof {

/// Rests on the server's word.
struct ByWord {
    std::int64_t timed_out = 0;  ///< so many decisions were made by the clock
    std::string ended{};         ///< by which kind of input it was ended, `forfeit`, `claim` or `close`; empty: by another
    int step = 0;                ///< of the dice whose shares were due then; 0: of none
    std::string due{};           ///< whose shares: `seats` or `witness`; empty: nobody's
    static void fields(auto& visit, auto& self) {
        visit("timed_out", self.timed_out, Rule{.min = 0, .about = "so many decisions were made by the clock"});
        visit("ended", self.ended, Rule{.sparse = true, .about = "it was ended by this: forfeit (the clock), claim (somebody away) or close (the operator)"});
        visit("step", self.step, Rule{.sparse = true, .about = "the step of the dice whose shares were due then"});
        visit("due", self.due, Rule{.sparse = true, .about = "whose: seats or witness"});
    }
};

/// Nothing: all of it is proved. Precondition: the proof holds.
std::optional<ByWord> by_word(const Record& record);

}  // namespace muster::protocol::proof
