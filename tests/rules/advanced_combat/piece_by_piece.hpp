// The searches for waves as they were once written: piece by piece, and every split of a wave among the classes. Slow and plain,
// so that the quick ones can be held against them, their choice among equals too.
#pragma once
#include "rules/advanced_combat/waves.hpp"

namespace muster::test {

struct FoundWave {
    std::int64_t value = 0;
    rules::advanced_combat::Counts units{};
};

/// What WaveFinder must find.
FoundWave best_wave(const rules::advanced_combat::Game& game, const rules::advanced_combat::Position& position, int seat, int size,
                    rules::advanced_combat::Measure measure);

/// What can_kill() must say.
bool can_kill_piece_by_piece(const rules::advanced_combat::Game& game, const rules::advanced_combat::Position& position, int seat);

}  // namespace muster::test
