#include "rules/armies/melee.hpp"

#include <algorithm>
#include <numeric>

#include "rules/preference.hpp"

namespace muster::rules::armies {

namespace {

std::size_t at(int contender) { return static_cast<std::size_t>(contender); }

/// What the stronger one takes of the weaker before combat.
int taken_before(int lead, int strong, int weak) {
    const auto column = strong > weak ? Column::more : strong < weak ? Column::less : Column::tie;
    return removed_before(std::min(lead, net_max), column);
}

/// The conflict while it goes on.
class Rounds {
public:
    Rounds(const std::vector<Contender>& contenders, int limit, Melee& melee) : limit_(limit), melee_(melee) {
        for (const auto& each : contenders) left_.push_back(each.tokens.total());
    }

    /// Each group in turn: of it, those who still have a token and of whom `loses` is true lose one at once. Whether anybody did.
    bool round(const std::vector<std::vector<int>>& order, auto loses) {
        const auto steps = melee_.removed.size();
        for (const auto& group : order) {
            if (!going()) break;
            std::vector<int> step;
            for (const int each : group)
                if (left_[at(each)] > 0 && loses(each)) step.push_back(each);
            for (const int each : step) {
                --left_[at(each)];
                ++melee_.lost[at(each)];
            }
            if (!step.empty()) melee_.removed.push_back(std::move(step));
        }
        return melee_.removed.size() > steps;
    }

private:
    bool going() const {
        return std::ranges::count_if(left_, [](int tokens) { return tokens > 0; }) > 1 && std::reduce(left_.begin(), left_.end()) > limit_;
    }

    int limit_;
    Melee& melee_;
    std::vector<int> left_{};
};

/// Groups of equals, who loses first before the others.
std::vector<std::vector<int>> order_of(const std::vector<Contender>& contenders, const std::vector<int>& levels) {
    const auto rank = [&](int each) { return std::pair(levels[at(each)], contenders[at(each)].tokens.total()); };
    std::vector<int> sorted(contenders.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    sort_by_rank(sorted, rank);
    std::vector<std::vector<int>> out;
    for (const int each : sorted) {
        if (out.empty() || rank(out.back().front()) != rank(each)) out.emplace_back();
        out.back().push_back(each);
    }
    return out;
}

}  // namespace

Melee melee(const std::vector<Contender>& contenders, int limit) {
    Melee out;
    for (const auto& each : contenders) {
        out.levels.push_back(level(each.advances, each.tokens));
        out.tokens.push_back(each.tokens.total());
    }
    out.before.resize(contenders.size());
    out.lost.resize(contenders.size());
    for (std::size_t weak = 0; weak < contenders.size(); ++weak)
        for (std::size_t strong = 0; strong < contenders.size(); ++strong)
            if (const int lead = out.levels[strong] - out.levels[weak]; lead > 0)
                out.before[weak] = std::max(out.before[weak], taken_before(lead, contenders[strong].tokens.total(), contenders[weak].tokens.total()));
    out.order = order_of(contenders, out.levels);
    Rounds rounds(contenders, limit, out);
    auto owed = out.before;
    while (rounds.round(out.order, [&](int each) { return owed[at(each)]-- > 0; })) {}
    out.removed_before = out.removed.size();
    while (rounds.round(out.order, [](int) { return true; })) {}
    return out;
}

}  // namespace muster::rules::armies
