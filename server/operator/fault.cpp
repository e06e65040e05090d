#include "server/operator/fault.hpp"

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "server/battle/records.hpp"

namespace muster::server {

std::optional<std::string> fault_of(const storage::StoredBattle& battle) {
    const auto text = stored_record(battle);
    if (!text) return text.error().message;
    const auto record = protocol::read_record(*text);
    if (!record) return "its record cannot be read: " + record.error().message + " at " + record.error().path;
    const auto verdict = protocol::verify(*record, rules::shipped_rulesets());
    if (verdict.holds) return {};
    return "its record does not hold: " + verdict.message + " at " + verdict.path;
}

}  // namespace muster::server
