// From what somebody asks about odds to a question that the service works on.
#pragma once
#include "server/battle/port.hpp"
#include "server/study/odds_service.hpp"

namespace muster::server {

/// The odds of a battle from where it stands now, or stood after event `question.seq`, as the viewer whom `token` stands for may know it.
void ask_odds_of_battle(OddsService& odds, BattlePort& battle, const protocol::OddsQuestion& question, const std::string& token, OddsService::Done done);

/// The odds of a setup. A bad one is refused with a path under /setup.
void ask_odds_of_setup(OddsService& odds, const rules::Ruleset& ruleset, const protocol::OddsQuestion& question, OddsService::Done done);

}  // namespace muster::server
