#include "protocol/ledger/ledger_json.hpp"

#include "protocol/ledger/sentence.hpp"

namespace muster::ledger {

std::string ledger_text(std::string_view battle, const Ledger& ledger, std::string_view chapter) {
    return to_json_value(LedgerAnswer{std::string(battle), ledger.exact, ledger.reason, sentence_of(ledger, chapter), ledger.sides, ledger.steps}).dump();
}

}  // namespace muster::ledger
