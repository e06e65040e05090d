#include "rules/theatre/draw.hpp"

namespace muster::rules::theatre {

namespace {

using Ways = std::vector<double>;  ///< by sum: so many ways to reach it

Ways ways_with(const Ways& others, const std::vector<int>& worths) {
    Ways out(others.size());
    for (const int worth : worths)
        for (auto sum = static_cast<std::size_t>(worth); sum < out.size(); ++sum) out[sum] += others[sum - static_cast<std::size_t>(worth)];
    return out;
}

}  // namespace

std::vector<std::size_t> draw_sum(const std::vector<std::vector<int>>& items, int total, Random& random) {
    auto left = static_cast<std::size_t>(total);
    std::vector<Ways> before(1, Ways(left + 1));  // of the items before each
    before.front().front() = 1;
    for (const auto& worths : items) before.push_back(ways_with(before.back(), worths));
    std::vector<std::size_t> out(items.size());
    for (auto item = items.size(); item-- > 0;) {
        const auto& worths = items[item];
        double place = random.fraction() * before[item + 1][left];
        for (std::size_t each = 0; each < worths.size(); ++each) {
            const auto worth = static_cast<std::size_t>(worths[each]);
            if (worth > left || before[item][left - worth] == 0) continue;
            out[item] = each;  // also where rounding lets the place lie behind the last
            place -= before[item][left - worth];
            if (place < 0) break;
        }
        left -= static_cast<std::size_t>(worths[out[item]]);
    }
    return out;
}

}  // namespace muster::rules::theatre
