// How long a battle waits before it asks its witness again, and what it says of that meanwhile. Pure.
//
// Who does not answer is asked ever less often, but is asked. Who says no in a way that will hardly change (it keeps another head of this step, or no longer
// knows the battle) is asked once in a long while: whoever runs it may yet put right what is wrong there.
#pragma once
#include <chrono>
#include <optional>

#include "protocol/awaited_witness.hpp"
#include "rules/refusal.hpp"
#include "server/base/limits.hpp"

namespace muster::server {

/// Before a battle that nobody looks at, whose witness is silent, comes into memory again to ask it.
inline constexpr auto witness_silent_rest = std::chrono::minutes(10);

class WitnessPatience {
public:
    /// A question has come to nothing; how long to wait before the next.
    std::chrono::seconds failed(const Refusal& why);
    /// What the battle waits for; nothing: no question has come to nothing since the last answer.
    const std::optional<protocol::AwaitedWitness>& awaited() const { return awaited_; }
    /// How long the battle can do nothing while nobody is there, so that it needs not be in memory; none: it does not wait.
    std::chrono::seconds rest() const;

private:
    std::optional<protocol::AwaitedWitness> awaited_{};
    std::chrono::seconds next_ = limits::witness_first_pause;
};

}  // namespace muster::server
