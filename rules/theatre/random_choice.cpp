// Any legal choice; those of `build` and `move` are in random_orders.cpp.
#include <numeric>

#include "rules/theatre/draw.hpp"
#include "rules/theatre/lose.hpp"
#include "rules/theatre/random_orders.hpp"

namespace muster::rules::theatre {

namespace {

std::vector<int> up_to(int cap) {
    std::vector<int> out(static_cast<std::size_t>(cap) + 1);
    std::iota(out.begin(), out.end(), 0);
    return out;
}

/// `total` divided, no more than `caps` to each; what gets nothing is left out.
std::map<int, int> division(const std::map<int, int>& caps, int total, Random& random) {
    const auto shares = draw_sum(each_of(caps, [](const auto& each) { return up_to(each.second); }), total, random);
    auto share = shares.begin();
    std::map<int, int> out;
    for (const auto& [id, cap] : caps)
        if (const int got = static_cast<int>(*share++); got > 0) out.emplace(id, got);
    return out;
}

/// All that may be given in one area.
std::vector<Units<int>> gifts(const LoseOptions<int>& options, const Units<int>& units) {
    std::vector<Units<int>> out;
    const int tokens = tokens_to_lose(options, units);
    for (const bool city : {false, true})
        for (int population = 0; population <= std::min(units.population, tokens); ++population)
            for (int armies = 0; armies <= std::min(units.armies, tokens - population); ++armies)
                if (!city || units.city) out.push_back({units.area, population, armies, city});
    return out;
}

std::vector<Units<int>> selection(const LoseOptions<int>& options, Random& random) {
    const auto choices = each_of(options.units, [&](const auto& units) { return gifts(options, units); });
    const auto worths = each_of(choices, [&](const auto& all) { return each_of(all, [&](const auto& units) { return points_of({units}, options.city); }); });
    const auto drawn = draw_sum(worths, options.points, random);
    std::vector<Units<int>> out;
    for (std::size_t i = 0; i < drawn.size(); ++i)
        if (const auto& units = choices[i][drawn[i]]; !units.none()) out.push_back(units);
    return out;
}

class Draw {
public:
    explicit Draw(Random& random) : random_(random) {}

    template <typename Item>
    const Item& any(const std::vector<Item>& list) const {
        return list[random_.below(list.size())];
    }

    Choice operator()(const TaxOptions<int>& /*options*/) const { return Tax<int>{1 + below(3)}; }
    Choice operator()(const ExpandOptions<int>& options) const { return Expand<int>{division(options.caps, options.total, random_)}; }
    Choice operator()(const BuildOptions<int>& options) const { return random_build(options, random_); }
    Choice operator()(const MoveOptions<int>& options) const { return random_move(options, random_); }

    Choice operator()(const LossesOptions<int>& options) const {
        Losses<int> out;
        for (const auto& toll : options.areas) out.armies.emplace(toll.area, toll.armies_min() + below(toll.armies_max() - toll.armies_min() + 1));
        return out;
    }

    // Not uniform: each ground gets a city or none, as long as pieces are left, the first of those that need it or by chance the treasury.
    Choice operator()(const FoundOptions<int>& options) const {
        Found<int> out;
        int treasury = options.treasury;
        for (const auto& ground : options.areas) {
            const int least = std::max(0, ground.needed - ground.population);
            const int most = std::min(treasury, ground.needed / 2);
            if (static_cast<int>(out.cities.size()) == options.cities || least > most || below(2) == 0) continue;
            const int paid = least == 0 && below(2) == 0 ? 0 : least + below(most - least + 1);
            if (paid > 0) treasury = 0;  // for one city a turn
            out.cities.push_back({ground.area, paid});
        }
        return out;
    }

    Choice operator()(const SupportOptions<int>& options) const { return any(options.choices); }
    Choice operator()(const SiteOptions<int>& options) const { return Site<int>{any(options.choices)}; }
    Choice operator()(const AllotOptions<int>& options) const { return Allot<int>{division(options.caps, options.total, random_)}; }

    Choice operator()(const ReduceOptions<int>& options) const {
        auto areas = options.areas;
        for (std::size_t i = 0; i + 1 < areas.size(); ++i) std::swap(areas[i], areas[i + random_.below(areas.size() - i)]);
        areas.resize(static_cast<std::size_t>(options.count));
        return Reduce<int>{areas};
    }

    Choice operator()(const LoseOptions<int>& options) const { return Lose<int>{selection(options, random_)}; }
    Choice operator()(const FactionOptions<int>& options) const { return Faction<int>{selection(options.units, random_)}; }
    Choice operator()(const KeepOptions<int>& options) const { return Keep<int>{any(options.choices).faction}; }

private:
    int below(int n) const { return static_cast<int>(random_.below(static_cast<std::uint64_t>(n))); }

    Random& random_;
};

}  // namespace

Choice random_choice(const Question& question, Random& random) { return std::visit(Draw(random), question.options); }

}  // namespace muster::rules::theatre
