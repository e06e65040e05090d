// A record's luck told from its decisions, for muster replay --ledger.
#pragma once
#include "clients/cli/exit_codes.hpp"
#include "rules/json.hpp"

namespace muster::cli {

/// Prints what each roll and each decision changed, the sums and a sentence; `json`: as the API gives it. What cannot be told of is complained about.
ExitCode print_ledger(const Json& record, bool json);

}  // namespace muster::cli
