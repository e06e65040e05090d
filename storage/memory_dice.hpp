// Dice of battles that are over, as the store in memory keeps them.
#pragma once
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "storage/dice.hpp"

namespace muster::storage {

class MemoryDice {
public:
    /// The battle has ended.
    void note(std::int64_t battle) { notes_.emplace(++last_note_, battle); }
    /// Those whose note is gone were counted before, and add nothing.
    void count(const std::vector<CountedBattle>& battles);

    std::int64_t uncounted() const { return static_cast<std::int64_t>(notes_.size()); }
    /// The first `count` after that one, and their battles.
    std::vector<std::pair<std::int64_t, std::int64_t>> notes(std::int64_t after, int count) const;
    /// As Store::dice().
    std::vector<DiceSum> sums(const std::string& from, const std::string& to) const;

private:
    using Key = std::tuple<std::string, std::string, std::string, std::string>;  ///< ruleset, seat, player, day
    struct Sum {
        std::int64_t battles = 0;
        Faces faces{};
    };
    std::int64_t last_note_ = 0;
    std::map<std::int64_t, std::int64_t> notes_{};
    std::map<Key, Sum> sums_{};
};

}  // namespace muster::storage
