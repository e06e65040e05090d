#include "rules/odds/solve.hpp"

#include <algorithm>
#include <unordered_map>

namespace muster::rules {

namespace {

using Chances = std::unordered_map<std::string, double>;

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
    Chances take() {
        auto first = by_rank_.extract(by_rank_.begin());
        size_ -= static_cast<std::int64_t>(first.mapped().size());
        return std::move(first.mapped());
    }

private:
    std::map<std::int64_t, Chances, std::greater<>> by_rank_{};
    std::int64_t size_ = 0;
};

/// In the order of the situations, not in that of a library's hash table: chances are added up one after the other, and every build is to give the same bits.
std::vector<const Chances::value_type*> sorted(const Chances& chances) {
    std::vector<const Chances::value_type*> out;
    out.reserve(chances.size());
    for (const auto& each : chances) out.push_back(&each);
    std::ranges::sort(out, {}, [](const Chances::value_type* each) -> const std::string& { return each->first; });
    return out;
}

/// By squaring, which rounds in the same way everywhere: exp() and log1p() differ by C library.
double power(double base, int exponent) {
    double out = 1;
    for (; exponent > 0; exponent /= 2, base *= base)
        if (exponent % 2 == 1) out *= base;
    return out;
}

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
        const double still_idle = times == 0 || moving >= 1 ? 0 : power(1 - moving, times);
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
        const auto highest = waiting.take();
        for (const auto* each : sorted(highest)) {
            const auto& [situation, chance] = *each;
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
