#include "rules/odds/solve.hpp"

#include <cmath>
#include <unordered_map>

namespace muster::rules {

namespace {

/// Chances of situations that wait to be solved, the highest rank first.
class Waiting {
public:
    void add(const std::string& situation, std::int64_t rank, double chance) {
        const auto [found, added] = by_rank_[rank].try_emplace(situation, 0);
        found->second += chance;
        size_ += added ? 1 : 0;
    }
    bool empty() const { return by_rank_.empty(); }
    std::int64_t size() const { return size_; }
    /// All situations of the highest rank.
    std::unordered_map<std::string, double> take() {
        auto first = by_rank_.extract(by_rank_.begin());
        size_ -= static_cast<std::int64_t>(first.mapped().size());
        return std::move(first.mapped());
    }

private:
    std::map<std::int64_t, std::unordered_map<std::string, double>, std::greater<>> by_rank_{};
    std::int64_t size_ = 0;
};

/// Spreads the chance of a situation to what may follow. It leaves the situation with chance `moving` each time, so it
/// visits it 1 + idle + idle² + … times (as many terms as the battle allows): 1 / moving, less what is still idle then.
void spread(const std::string& situation, double chance, const Branches& branches, Waiting& waiting, Endings& endings) {
    double moving = 0;
    bool idles = false;
    for (const auto& next : branches.next()) {
        if (next.situation == situation) idles = idles || next.chance > 0;
        else moving += next.chance;
    }
    for (const auto& last : branches.last()) moving += last.chance;
    double share = chance;
    if (idles) {
        const int times = branches.idle_times();
        const double still_idle = times == 0 ? 0 : moving >= 1 ? 0 : std::exp(times * std::log1p(-moving));
        share = moving == 0 ? 0 : chance * (1 - still_idle) / moving;
        if (still_idle > 0) endings.chances[branches.idle_ending()] += chance * still_idle;
    }
    for (const auto& next : branches.next())
        if (next.situation != situation) waiting.add(next.situation, next.rank, share * next.chance);
    for (const auto& last : branches.last()) endings.chances[last.ending] += share * last.chance;
}

}  // namespace

std::optional<Endings> solve(OddsModel& model, std::int64_t situations_max, std::size_t endings_max, Patience& patience) {
    constexpr std::int64_t steps_to_spread = 30;  // finding a place for one branch
    Endings endings;
    Waiting waiting;
    waiting.add(model.start(), 0, 1);
    Branches branches;
    while (!waiting.empty()) {
        for (const auto& [situation, chance] : waiting.take()) {
            ++endings.situations;
            branches.clear();
            if (!model.branches(situation, branches, patience)) return {};
            if (!patience.spend(steps_to_spread * static_cast<std::int64_t>(branches.next().size() + branches.last().size()))) return {};
            spread(situation, chance, branches, waiting, endings);
            if (endings.situations + waiting.size() > situations_max || endings.chances.size() > endings_max) return {};
        }
    }
    return endings;
}

}  // namespace muster::rules
