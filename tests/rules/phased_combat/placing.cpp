#include "tests/rules/phased_combat/placing.hpp"

#include <functional>

namespace muster::test {

std::set<std::vector<int>> all_ends(const Placing& placing) {
    const auto& pieces = placing.pieces;
    std::set<std::vector<int>> seen;
    std::set<std::vector<int>> ends;
    std::vector<int> lost(pieces.size(), 0);
    const std::function<void(int)> place = [&](int hits) {
        if (!seen.insert(lost).second) return;
        const auto kill_one_of = [&](bool first) {
            bool killed = false;
            for (std::size_t i = 0; i < pieces.size(); ++i) {
                if (pieces[i].first != first || lost[i] == pieces[i].count || pieces[i].era > hits) continue;
                killed = true;
                ++lost[i];
                place(hits - pieces[i].era);
                --lost[i];
            }
            return killed;
        };
        bool aircraft_live = false;
        for (std::size_t i = 0; i < pieces.size(); ++i) aircraft_live = aircraft_live || (pieces[i].aircraft && lost[i] < pieces[i].count);
        if (!kill_one_of(true) && (aircraft_live || !kill_one_of(false))) ends.insert(lost);
    };
    place(placing.hits);
    return ends;
}

std::vector<int> drawn_end(const Placing& placing, Chance& chance) {
    const auto& pieces = placing.pieces;
    std::vector<int> lost(pieces.size(), 0);
    for (int hits = placing.hits;;) {
        std::vector<std::size_t> firsts;
        std::vector<std::size_t> others;
        bool aircraft_live = false;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (lost[i] == pieces[i].count) continue;
            aircraft_live = aircraft_live || pieces[i].aircraft;
            if (pieces[i].era <= hits) (pieces[i].first ? firsts : others).push_back(i);
        }
        const auto& may_die = firsts.empty() && !aircraft_live ? others : firsts;
        if (may_die.empty()) return lost;
        const auto killed = chance.pick(may_die);
        ++lost[killed];
        hits -= pieces[killed].era;
    }
}

}  // namespace muster::test
