// What the seats of a battle that is over would do once more, as the store keeps it beside the battle: a restart forgets nothing of it.
#pragma once
#include <map>
#include <string>

#include "rules/battle.hpp"
#include "rules/fields.hpp"

namespace muster::server {

/// The name under which both are kept: of a seat, and of the battle.
inline constexpr const char* rematch_name = "rematch";

/// A seat wants it.
struct RematchWant {
    bool swap = false;
    std::string token_hash;  ///< hex; of the token that its player has drawn for his seat of the new battle
    std::int64_t seq = 0;    ///< of `rematch_wanted`
    static void fields(auto& visit, auto& self) { list_fields(visit, "swap", self.swap, "token_hash", self.token_hash, "seq", self.seq); }
};
using RematchWants = std::map<rules::Seat, RematchWant>;

/// It was made: a battle has one, and no other.
struct RematchMade {
    std::string battle;
    bool swap = false;
    static void fields(auto& visit, auto& self) { list_fields(visit, "battle", self.battle, "swap", self.swap); }
};

}  // namespace muster::server
