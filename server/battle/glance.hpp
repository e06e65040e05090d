// How a battle stands at a glance: what is told of it to those to whom somebody shows its link.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/client_messages.hpp"
#include "rules/battle.hpp"

namespace muster::server {

struct Glance {
    struct Seat {
        std::string id;
        std::string name{};  ///< of who plays it; empty: nobody yet
        bool asked = false;  ///< it has a decision to make, and has not made it
    };
    std::string version{};  ///< of all this: another one after each input and event
    std::string ruleset{};
    std::string title{};
    Json setup{};  ///< null: not known
    protocol::BattleStatus status = protocol::BattleStatus::waiting;
    std::vector<Seat> seats{};
    rules::Facts facts{};  ///< no sides: not known
    std::optional<rules::Outcome> outcome{};
    bool is_contest = true;
};

protocol::Visibility visibility_named(std::string_view name);
/// Of a battle's options: those that do not say it are of a public one.
protocol::Visibility visibility_wanted(const Json& options);

/// Whether a battle is told to whoever asks by its address, as it stands now (`visibility`) and as its creator wanted it: no private one, and none that the
/// operator has hidden.
bool is_told(protocol::Visibility visibility, protocol::Visibility wanted);

}  // namespace muster::server
