#include "rules/odds/solve.hpp"

#include <cmath>
#include <unordered_map>

namespace muster::rules {

namespace {

/// Chances of situations that wait to be solved, the highest rank first.
class Waiting {
public:
    void add(const std::string& situation, std::int64_t rank, double chance) { by_rank_[rank][situation] += chance; }
    bool empty() const { return by_rank_.empty(); }
    /// All situations of the highest rank.
    std::unordered_map<std::string, double> take() {
        auto first = by_rank_.extract(by_rank_.begin());
        return std::move(first.mapped());
    }

private:
    std::map<std::int64_t, std::unordered_map<std::string, double>, std::greater<>> by_rank_{};
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

std::optional<Endings> solve(OddsModel& model, const std::function<bool(std::int64_t)>& keep_going) {
    constexpr std::int64_t ask_every = 16;
    Endings endings;
    Waiting waiting;
    waiting.add(model.start(), 0, 1);
    Branches branches;
    while (!waiting.empty()) {
        for (const auto& [situation, chance] : waiting.take()) {
            if (endings.situations % ask_every == 0 && !keep_going(endings.situations)) return {};
            ++endings.situations;
            branches.clear();
            model.branches(situation, branches);
            spread(situation, chance, branches, waiting, endings);
        }
    }
    return endings;
}

}  // namespace muster::rules
