#include "rules/phased_combat/allocation.hpp"

#include <algorithm>

#include "rules/selection.hpp"

namespace muster::rules::phased_combat {

namespace {

MaximalWays first_step(const Side& side, const Counts& living, const Toll& toll) {
    std::vector<MaximalWays::Item> items;
    for (int i = 0; i < types(side); ++i)
        if (at(living, i) > 0 && hit_first(toll, type(side, i))) items.push_back({i, at(living, i), type(side, i).era});
    return {std::move(items), toll.hits};
}

/// What follows a case of the first step: the others, with the hits that are left.
MaximalWays second_step(const Side& side, const Counts& living, const Toll& toll, bool first_are_dead, int left) {
    std::vector<MaximalWays::Item> items;
    const bool reaches = toll.first && (first_are_dead || *toll.first != UnitClass::aircraft);  // C7
    for (int i = 0; i < types(side); ++i)
        if (reaches && at(living, i) > 0 && hit_later(toll, type(side, i))) items.push_back({i, at(living, i), type(side, i).era});
    return {std::move(items), left};
}

/// A case of the first step, and how many ways there are with all that may follow it.
struct Branch {
    MaximalWays::Case first;
    MaximalWays second;
    double ways = 0;
};

std::vector<Branch> branches_of(const MaximalWays& first, const Side& side, const Counts& living, const Toll& toll) {
    std::vector<Branch> out;
    for (const auto& each : first.cases()) {
        auto second = second_step(side, living, toll, each.spared == first.items(), each.left);
        const double ways = each.ways * second.ways();
        out.push_back({each, std::move(second), ways});
    }
    return out;
}

/// The first of `entries` at which their ways, added up, pass a mark drawn below the sum.
template <typename Entry>
const Entry& drawn(const std::vector<Entry>& entries, Random& random) {
    double sum = 0;
    for (const auto& each : entries) sum += each.ways;
    double mark = random.fraction() * sum;
    for (const auto& each : entries) {
        if (mark < each.ways) return each;
        mark -= each.ways;
    }
    return entries.back();
}

}  // namespace

MaximalWays::MaximalWays(std::vector<Item> items, int hits) : items_(std::move(items)), hits_(hits) {
    std::ranges::sort(items_, {}, [](const Item& item) { return std::pair(item.era, item.type); });
    int capacity = 0;
    for (const auto& item : items_) capacity += item.count * item.era;
    if (hits_ >= capacity) {
        cases_.push_back({items_.size(), hits_ - capacity, 1});
        return;
    }
    sums_.resize(items_.size() + 1);
    sums_.back().assign(static_cast<std::size_t>(hits_) + 1, 0);
    sums_.back()[0] = 1;
    for (std::size_t i = items_.size(); i-- > 0;) sums_[i] = bounded_sums(sums_[i + 1], items_[i].count, items_[i].era);
    int rest = hits_;  // once all older types are dead
    for (std::size_t i = 0; i < items_.size() && rest >= 0; ++i) {
        const auto& item = items_[i];
        for (int left = 0; left < std::min(item.era, rest + 1); ++left) {
            double ways = 0;
            for (int lost = 0; lost < item.count && lost * item.era <= rest - left; ++lost)
                ways += sums_[i + 1][static_cast<std::size_t>(rest - left - lost * item.era)];
            if (ways > 0) cases_.push_back({i, left, ways});
        }
        rest -= item.count * item.era;
    }
}

double MaximalWays::ways() const {
    double out = 0;
    for (const auto& each : cases_) out += each.ways;
    return out;
}

void MaximalWays::draw(const Case& chosen, Random& random, Counts& losses) const {
    int rest = hits_ - chosen.left;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const auto& item = items_[i];
        int lost = item.count;
        if (i >= chosen.spared) {
            const int most = std::min(i == chosen.spared ? item.count - 1 : item.count, rest / item.era);
            double mark = random.fraction() * (i == chosen.spared ? chosen.ways : sums_[i][static_cast<std::size_t>(rest)]);
            const auto ways = [&](int n) { return sums_[i + 1][static_cast<std::size_t>(rest - n * item.era)]; };
            lost = 0;
            while (lost < most && (mark >= ways(lost) || ways(lost) == 0)) mark -= ways(lost++);
            while (ways(lost) == 0) --lost;  // the last bit of a sum may point past the last way
        }
        at(losses, item.type) += lost;
        rest -= lost * item.era;
    }
}

bool forced(const Side& side, const Counts& living, const Toll& toll) {
    const auto first = first_step(side, living, toll);
    double ways = 0;
    for (const auto& each : branches_of(first, side, living, toll)) ways += each.ways;
    return ways == 1;
}

Counts random_losses(const Side& side, const Counts& living, const Toll& toll, Random& random) {
    const auto first = first_step(side, living, toll);
    const auto branches = branches_of(first, side, living, toll);
    const auto& branch = drawn(branches, random);
    Counts out{};
    first.draw(branch.first, random, out);
    branch.second.draw(drawn(branch.second.cases(), random), random, out);
    return out;
}

}  // namespace muster::rules::phased_combat
