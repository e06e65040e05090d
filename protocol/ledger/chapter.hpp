// What a ruleset calls its rounds. Of its description, which whoever only counts need not have.
#pragma once
#include <string>
#include <string_view>

namespace muster::ledger {

/// "phase", "turn", …; "round" where the ruleset has no word of its own.
std::string chapter_of(std::string_view ruleset);

}  // namespace muster::ledger
