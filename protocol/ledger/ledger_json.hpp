// A ledger as `muster replay --ledger --json` and `GET /api/v1/battles/{id}/ledger` give it.
#pragma once
#include <string>
#include <string_view>

#include "protocol/ledger/ledger.hpp"

namespace muster::ledger {

struct LedgerAnswer {
    std::string battle{};
    bool exact = true;
    std::string reason{};
    std::string sentence{};
    std::vector<Side> sides{};
    std::vector<Step> steps{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle);
        visit("exact", self.exact, Rule{.about = "whether all chances are; otherwise some are simulated, always with the same dice"});
        visit("reason", self.reason, Rule{.about = "how it ended"});
        visit("sentence", self.sentence, Rule{.about = "the same in English, in one sentence"});
        list_fields(visit, "sides", self.sides);
        visit("steps", self.steps, Rule{.about = "each roll, each decision, and how it ended if the rules did not end it"});
    }
};

/// The answer as JSON text. `chapter`: as in sentence_of().
std::string ledger_text(std::string_view battle, const Ledger& ledger, std::string_view chapter);

}  // namespace muster::ledger
