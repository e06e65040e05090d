// A stored battle becomes one in memory, and so does one that has just been made. Pure, like the battle itself.
#pragma once
#include <memory>

#include "server/battle/creation.hpp"
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
    /// otherwise than it was. `away_ms`: since its last server was seen, which nobody played in (storage::Place). `give_up`: whether nobody wants the battle
    /// any more (server_busy); asked before each step, each input and each roll.
    static std::expected<LoadedBattle, Refusal> read(const storage::StoredBattle& stored, const Surroundings& around, Now now, const GiveUp& give_up = {},
                                                     std::optional<std::int64_t> away_ms = {});
    /// The same for a battle that has just been stored under `number`: what read() would give, without reading it.
    static std::expected<LoadedBattle, Refusal> begin(NewBattle battle, std::int64_t number, const Surroundings& around, Now now);

private:
    static bool read_kept(BattleState& state, const storage::StoredBattle& stored, const Surroundings& around, Now now);
    static void take_fold(BattleState& state, const storage::StoredBattle& stored, std::unique_ptr<protocol::Fold> fold);
    static void take_step(BattleState& state, History& history, const protocol::Applied& applied, std::vector<protocol::LoggedEvent> events,
                          std::vector<std::string> inputs);
    static std::optional<Refusal> replay(BattleState& state, History& history, const storage::Step& step, const GiveUp& give_up);
    static bool read_head(BattleState& state, const storage::StoredBattle& stored);
    static bool read_sealed(BattleState& state, const storage::StoredBattle& stored);
    static bool read_bot_shares(BattleState& state, const storage::StoredBattle& stored);
    static bool read_orders(BattleState& state, const storage::StoredBattle& stored);
    static bool read_rematch(BattleState& state, const storage::StoredBattle& stored);
    static bool read_clock(BattleState& state, const storage::StoredBattle& stored);
};

}  // namespace muster::server
