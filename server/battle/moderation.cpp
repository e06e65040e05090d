#include "server/battle/moderation.hpp"

namespace muster::server {

void moderate(BattlePort& battle, Moderation what, Moderated done) {
    if (what == Moderation::who) return battle.read_audience(std::move(done));
    auto answer = [done = std::move(done)](const std::expected<void, Refusal>& carried_out) {
        if (carried_out) done(std::vector<Onlooker>());
        else done(std::unexpected(carried_out.error()));
    };
    battle.command(what == Moderation::close ? Command(CloseBattle{}) : Command(SetHidden{what == Moderation::hide}), std::move(answer));
}

}  // namespace muster::server
