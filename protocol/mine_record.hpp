// Whether a record agrees with what a device kept of its battle.
#pragma once
#include <optional>

#include "protocol/mine.hpp"
#include "protocol/record.hpp"

namespace muster::protocol {

/// The first difference, by the record's steps. Says nothing about whether the record holds: that is verify()'s. Precondition: it is of that battle.
std::optional<Breach> compare_mine(const Record& record, const KeptSeat& kept);

}  // namespace muster::protocol
