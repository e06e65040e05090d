// A stored battle becomes one in memory. Pure, like the battle itself.
#pragma once
#include <memory>

#include "server/battle/history.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

struct LoadedBattle {
    std::unique_ptr<BattleState> state;
    History history;
};

class BattleCodec {
public:
    /// Runs the stored inputs again: what the rules say now must be what they said then. Refuses (internal) what cannot be read, or reads
    /// otherwise than it was. `places`: where nudges may go; null: nobody is told.
    static std::expected<LoadedBattle, Refusal> read(const storage::StoredBattle& stored, const rules::Rulesets& rulesets, const NudgePlaces* places, Now now);

private:
    static bool read_header(BattleState& state, const storage::StoredBattle& stored, const rules::Rulesets& rulesets);
    static bool replay(BattleState& state, History& history, const storage::Step& step);
    static bool read_sealed(BattleState& state, const storage::StoredBattle& stored);
    static bool read_orders(BattleState& state, const storage::StoredBattle& stored);
    static bool read_clock(BattleState& state, const storage::StoredBattle& stored, Now now);
};

}  // namespace muster::server
