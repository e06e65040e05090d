#include "storage/memory_dice.hpp"

namespace muster::storage {

void MemoryDice::count(const std::vector<CountedBattle>& battles) {
    for (const CountedBattle& each : battles) {
        if (notes_.erase(each.note) == 0) continue;
        for (const auto& [seat, player, faces] : each.seats) {
            Sum& sum = sums_[{each.ruleset, seat, player, each.day}];
            ++sum.battles;
            add_faces(sum.faces, faces);
        }
    }
}

std::vector<std::pair<std::int64_t, std::int64_t>> MemoryDice::notes(std::int64_t after, int count) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    for (auto next = notes_.upper_bound(after); next != notes_.end() && static_cast<int>(found.size()) < count; ++next) found.emplace_back(*next);
    return found;
}

// The days of one ruleset, seat and player stand together.
std::vector<DiceSum> MemoryDice::sums(const std::string& from, const std::string& to) const {
    std::vector<DiceSum> found;
    for (const auto& [key, sum] : sums_) {
        const auto& [ruleset, seat, player, day] = key;
        if (day < from || (!to.empty() && day >= to)) continue;
        const bool known = !found.empty() && std::tie(found.back().ruleset, found.back().seat, found.back().player) == std::tie(ruleset, seat, player);
        if (!known) found.push_back({.ruleset = ruleset, .seat = seat, .player = player});
        found.back().battles += sum.battles;
        add_faces(found.back().faces, sum.faces);
    }
    return found;
}

}  // namespace muster::storage
