#include "protocol/ledger/chapter.hpp"

#include "rules/describe/library.hpp"

namespace muster::ledger {

std::string chapter_of(std::string_view ruleset) {
    if (const auto* description = rules::describe::description_of(ruleset))
        for (const auto& [name, event] : description->events)
            if (event.chapter) return event.chapter->kind;
    return "round";
}

}  // namespace muster::ledger
