// Many battles between bots, without a server, on all cores.
#pragma once
#include <atomic>
#include <chrono>
#include <expected>
#include <string>
#include <vector>

#include "clients/cli/arena_ratings.hpp"
#include "rules/battle.hpp"

namespace muster::cli {

struct ArenaPlan {
    const rules::Ruleset& ruleset;
    std::vector<Json> setups;       ///< taken in turn
    std::vector<std::string> bots;  ///< names of built-in players, or commands; the same one may be there twice
    std::int64_t games = 0;         ///< of each pair, even
    std::uint64_t seed = 0;
    std::chrono::duration<double> patience{};  ///< for each choice of a command
    const std::atomic<bool>& interrupted;      ///< somebody wants it to end: then it does after the battles that are being played
};

struct ArenaResult {
    std::vector<std::vector<Score>> scores{};  ///< [a][b]: of a against b
    std::vector<long> refused{};               ///< by bot: choices for which the default was played
    std::vector<long> failed{};                ///< by bot: battles that it lost since it was silent, ended or said too much
    std::vector<std::string> why_failed{};     ///< by bot: how it came to the first of these, for behind its name
};

/// Each pair plays a setup twice with the same dice and sides swapped: of more than two seats one has the first, third … and the other the rest.
/// The result depends on the plan alone, unless a command's choices don't. The error is a sentence: a setup is no good, it was interrupted, or a command
/// failed without having answered anything, or too often for the rest to be worth waiting for.
std::expected<ArenaResult, std::string> hold_arena(const ArenaPlan& plan);

}  // namespace muster::cli
