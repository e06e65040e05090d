// How long a battle waits before it asks its witness again, and what it says of that meanwhile. Pure.
//
// Who does not answer is asked ever less often, but is asked. Who says no in a way that will not change (it keeps another head of this step, or no longer
// knows the battle) is asked once in a long while: whoever runs it may yet put right what is wrong there.
#pragma once
#include <chrono>
#include <optional>

#include "protocol/awaited_witness.hpp"
#include "rules/refusal.hpp"
#include "server/base/limits.hpp"

namespace muster::server {

class WitnessPatience {
public:
    /// A question has come to nothing; how long to wait before the next.
    std::chrono::seconds failed(const Refusal& why);
    /// What the battle waits for; nothing: no question has come to nothing since the last answer.
    const std::optional<protocol::AwaitedWitness>& awaited() const { return awaited_; }

private:
    std::optional<protocol::AwaitedWitness> awaited_{};
    std::chrono::seconds next_ = limits::witness_first_pause;
};

}  // namespace muster::server
