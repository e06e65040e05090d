// Cells in the order of what it takes to get to them: what every search for ways goes by (E17).
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "rules/simple_combat/game.hpp"

namespace muster::rules::simple_combat {

/// Gives back the cell that takes least, of equals the one that was put in first. Keeps its buffers between searches.
class Frontier {
public:
    struct Entry {
        int cell = 0;
        int cost = 0;
    };

    void clear() {
        for (auto& cells : cells_) cells.clear();
        least_ = 0;
        taken_ = 0;
        waiting_ = 0;
    }

    /// Precondition: not less than what was taken last, and at most move_max more.
    void put(Entry entry) {
        at(entry.cost).push_back(entry.cell);
        ++waiting_;
    }

    /// Nothing: all have been taken.
    std::optional<Entry> take() {
        if (waiting_ == 0) return {};
        while (taken_ == at(least_).size()) {
            at(least_).clear();
            taken_ = 0;
            ++least_;
        }
        --waiting_;
        return Entry{at(least_)[taken_++], least_};
    }

private:
    std::vector<int>& at(int cost) { return cells_[static_cast<std::size_t>(cost) % cells_.size()]; }

    std::array<std::vector<int>, move_max + 1> cells_{};
    int least_ = 0;
    std::size_t taken_ = 0;  ///< of those that take least
    int waiting_ = 0;
};

}  // namespace muster::rules::simple_combat
