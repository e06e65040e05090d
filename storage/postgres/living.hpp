// Which servers of a store live, by the database's clock and by a lock of theirs, which goes with them (presence.hpp). Clocks of other machines say nothing
// here.
#pragma once
#include <chrono>
#include <string>

namespace muster::storage::postgres {

/// Whoever was not seen for longer is taken from.
inline constexpr std::chrono::milliseconds lease{2'000};
inline constexpr std::chrono::milliseconds beat_every{500};
/// Whoever has not got through for so long says that it cannot do its work: soon others may take what is its.
inline constexpr std::chrono::milliseconds near_max{1'500};

/// A condition on a row `n` of nodes, which may be none, and on the owner whose row it would be.
inline std::string is_gone(const std::string& owner) {
    return "(n.seen IS NULL OR n.seen < clock_timestamp() - interval '" + std::to_string(lease.count()) + " ms' OR pg_try_advisory_xact_lock_shared(" + owner +
           "))";
}

/// Begins a statement that knows the owners that live as `living`.
inline const std::string with_living = "WITH living AS MATERIALIZED (SELECT n.owner FROM nodes n WHERE NOT " + is_gone("n.owner") + ") ";

}  // namespace muster::storage::postgres
