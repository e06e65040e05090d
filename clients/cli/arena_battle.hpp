// One battle of an arena, from its first event to its end. Pure but for what its players are.
#pragma once
#include <span>

#include "clients/cli/arena_player.hpp"

namespace muster::cli {

struct ArenaBattle {
    const rules::Ruleset& ruleset;
    const Json& setup;
    const rules::Battle& fresh;  ///< made of it, not begun
    std::string name;
    std::uint64_t seed = 0;  ///< its dice depend on this alone: the n-th roll begins alike, whoever throws it and whatever was chosen before
};

struct ArenaEnd {
    std::optional<rules::Seat> winner{};
    std::optional<rules::Seat> failed{};  ///< whose player is to blame that it ended before its end
};

/// `players` by seat; one may hold several.
ArenaEnd play_arena_battle(const ArenaBattle& about, std::span<ArenaPlayer* const> players);

/// A number that looks like chance and depends on these alone.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t number);

}  // namespace muster::cli
