// What an operator may try who plays on his own server: the tricks (a) to (o) that the dice of a battle must stand, each as a way to play.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tests/hostile/table.hpp"

namespace muster::test {

/// What comes of a trick.
enum class Fate {
    pays,     ///< he wins more, and nobody can show it
    word,     ///< he wins more; the record says that it is by the server's word, and nobody can show that it was false
    useless,  ///< he is not let, or wins no more than honestly
    named,    ///< whenever he does it, the opponent's device or a verifier names it
};
struct Trick {
    std::string name;
    std::unique_ptr<Operator> player;
    /// By kind of dice; nothing: there is nothing of the kind to be tried.
    std::array<std::optional<Fate>, all_dice.size()> fates{};
    int rounds = 0;  ///< how long its battles are; 0: as those of its fate

    const std::optional<Fate>& fate(Dice dice) const { return fates.at(static_cast<std::size_t>(dice)); }
};

const std::vector<Trick>& tricks();

}  // namespace muster::test
