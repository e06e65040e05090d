// Which servers of a store live, by the database's clock and by a lock of theirs, which goes with them (presence.hpp). Clocks of other machines say nothing
// here.
#pragma once
#include <chrono>
#include <string>

namespace muster::storage::postgres {

/// Whoever was not seen for longer is taken from. A battle whose server hangs stands still for so long at most, and for as long as it takes to claim and
/// to read it: 2.5 s in all are the aim.
inline constexpr std::chrono::milliseconds lease{1'800};
inline constexpr std::chrono::milliseconds beat_every{400};
/// Whoever has not got through for so long says that it cannot do its work: soon others may take what is its. It counts from before a sign of life is sent,
/// the lease from when that is written, so whatever the way to the database takes, half a second lies between; steps that were sent before are fenced.
inline constexpr std::chrono::milliseconds near_max{1'300};
static_assert(near_max + std::chrono::milliseconds(500) <= lease);
/// For so long whoever looks at something at a server that reaches the database no more waits for it to come back; then he had better look elsewhere: it was
/// taken, and who sends people to servers that are ready, asking each once a second, knows.
inline constexpr std::chrono::milliseconds cut_off_after = 2 * lease;
/// A server that is only busy may pause for a second and is not robbed, wherever that falls between two signs of life, nor for two that are late.
static_assert(beat_every + std::chrono::milliseconds(1'000) <= lease && 3 * beat_every <= near_max);

/// A condition on a row `n` of nodes, which may be none, and on the owner whose row it would be.
inline std::string is_gone(const std::string& owner) {
    return "(n.seen IS NULL OR n.seen < clock_timestamp() - interval '" + std::to_string(lease.count()) + " ms' OR pg_try_advisory_xact_lock_shared(" + owner +
           "))";
}

/// Begins a statement that knows the owners that live as `living`.
inline const std::string with_living = "WITH living AS MATERIALIZED (SELECT n.owner FROM nodes n WHERE NOT " + is_gone("n.owner") + ") ";

}  // namespace muster::storage::postgres
