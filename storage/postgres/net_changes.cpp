#include "storage/postgres/net_changes.hpp"

namespace muster::storage::postgres {

void NetChanges::apply(const Step& step) {
    for (const Sealed& each : step.unseal) sealed[{each.seat, each.decision}] = std::nullopt;
    for (const Sealed& each : step.seal) sealed[{each.seat, each.decision}] = Choice{each.choice, each.how};
    for (const Kept& each : step.keep) kept[{each.seat, each.name}] = each.value;
    for (const Step::Taken& each : step.taken) seats[each.seat].name = each.name;
    for (const Step::Token& each : step.tokens) seats[each.seat].token_hash = each.hash;
    if (step.wake_at) wake_at = step.wake_at;
    if (step.visibility) visibility = step.visibility;
    if (step.open) open = step.open;
    if (step.status) status = step.status;
    if (step.status != Status::over) return;
    ended = true;
    outcome = step.outcome;
    winner = step.winner;
    finished_at = step.finished_at;
}

}  // namespace muster::storage::postgres
