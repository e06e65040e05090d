#include "server/battle/status.hpp"

namespace muster::server {

storage::Status status_of(protocol::Fold::Phase phase) {
    switch (phase) {
        case protocol::Fold::Phase::waiting:
        case protocol::Fold::Phase::confirming: return storage::Status::waiting;
        case protocol::Fold::Phase::running: return storage::Status::running;
        case protocol::Fold::Phase::over: return storage::Status::over;
    }
    return storage::Status::waiting;
}

storage::Status status_of(protocol::BattleStatus status) {
    switch (status) {
        case protocol::BattleStatus::waiting: return storage::Status::waiting;
        case protocol::BattleStatus::running: return storage::Status::running;
        case protocol::BattleStatus::over: return storage::Status::over;
    }
    return storage::Status::waiting;
}

protocol::BattleStatus status_of(storage::Status status) {
    switch (status) {
        case storage::Status::waiting: return protocol::BattleStatus::waiting;
        case storage::Status::running: return protocol::BattleStatus::running;
        case storage::Status::over: return protocol::BattleStatus::over;
    }
    return protocol::BattleStatus::waiting;
}

void put_status(const protocol::Fold& fold, storage::Status before, const std::string& at, storage::Step& step) {
    const auto status = status_of(fold.phase());
    if (status == before) return;
    step.status = status;
    if (status != storage::Status::over) return;
    step.outcome = protocol::outcome_json(*fold.outcome(), fold.seats()).dump();
    step.winner = fold.outcome()->winner;
    step.finished_at = at;
}

}  // namespace muster::server
