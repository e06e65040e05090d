// A ledger in one sentence, in English as all that the terminal and the server say.
#pragma once
#include <string>
#include <string_view>

#include "protocol/ledger/ledger.hpp"

namespace muster::ledger {

/// "The dice cost Ada 31 points, and Ada's choice in phase 3 cost another 9." It is told of the one of two who has not won, else of who has won, else of
/// the first seat; of another, if nothing changed for that one. A point is a hundredth of the chance to win. `chapter`: what the rounds of its steps are called
/// (chapter.hpp).
std::string sentence_of(const Ledger& ledger, std::string_view chapter);

/// Who plays a seat: the name, or what the seat is called where nobody or somebody of the same name as another plays it.
const std::string& who(const Ledger& ledger, std::size_t place);

}  // namespace muster::ledger
