// What a record must look like beyond what reading it asks (protocol/record.hpp), before anything in it is compared.
#pragma once
#include "protocol/proof/difference.hpp"
#include "protocol/proof/entry.hpp"

namespace muster::protocol::proof {

/// The first thing that is not as in a record.
std::optional<Problem> shape_problem(const Record& record, const std::vector<Entry>& entries);

}  // namespace muster::protocol::proof
