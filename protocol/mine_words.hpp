// What a server did against its word, in words. The SDK has the same sentences (clients/js/src/problem.ts).
#pragma once
#include "protocol/mine.hpp"

namespace muster::protocol::breaches {

/// Of an input, by its number from 1 and its first event's.
struct Step {
    std::size_t input = 0;
    std::int64_t seq = 0;
};

Breach other_start(const std::string& path, const std::string& kept, const std::string& now);
Breach not_signed(std::uint32_t input);
Breach two_heads(std::uint32_t input);
Breach went_back(std::uint32_t kept, std::size_t now);
Breach other_history(const Step& step);
Breach other_nonce(const Step& step, const std::string& kept, const std::string& recorded);
Breach other_ladder(const Step& step, const std::string& recorded);
Breach other_key(const Step& step, const std::string& recorded);
Breach other_choice(const Step& step, const std::string& sent, const std::string& recorded);
Breach not_sent(const Step& step, const std::string& kind);
Breach not_recorded(const std::string& kind, std::int64_t decision);
/// Of what was told after event `after`, or from the beginning, up to event `seq`.
Breach other_story(std::int64_t after, std::int64_t seq);

// Of shared dice, while they are played (seat_shares.hpp):
Breach step_skipped(int step, int before);
Breach other_inputs(int step);
Breach other_events(int step);
Breach not_of_witness(int step);
Breach altered_input(int step, const std::string& kind);
Breach foreign_ladder();
Breach used_ladder();

}  // namespace muster::protocol::breaches
