// A new battle with its seats and its steps, as one statement.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "storage/postgres/connection.hpp"
#include "storage/postgres/net_changes.hpp"

namespace muster::storage::postgres {

/// A step of another battle that a battle begins with: it is stored only if that was.
struct BegunBy {
    std::int64_t battle = 0;
    std::int64_t step = 0;  ///< its number
};

/// Throws StoreError (broken) where the steps do not follow each other, or name a seat that there is none of.
void check_creation(std::span<const Seat> seats, std::span<const Step> steps);

/// Its one row is the battle's number; none: the step that was to begin it was not stored. It belongs to the writer with this token, or to
/// nobody if a step begins it.
Statement creation_query(const Header& header, std::span<const Seat> seats, std::span<const Step> steps, std::int64_t token, const std::optional<BegunBy>& by);

}  // namespace muster::storage::postgres
