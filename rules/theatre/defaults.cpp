#include <algorithm>
#include <functional>

#include "rules/theatre/cities.hpp"
#include "rules/theatre/conflict.hpp"
#include "rules/theatre/construction.hpp"
#include "rules/theatre/lose.hpp"
#include "rules/theatre/policy.hpp"

namespace muster::rules::theatre {

namespace {

/// `total` in ones, each to who has most left of `left`; of equals to the first.
std::map<int, int> one_by_one(std::map<int, int> left, const std::map<int, int>& caps, int total) {
    std::map<int, int> out;
    for (int each = 0; each < total; ++each) {
        auto best = left.end();
        for (auto at = left.begin(); at != left.end(); ++at)
            if (out[at->first] < caps.at(at->first) && (best == left.end() || at->second > best->second)) best = at;
        --best->second;
        ++out[best->first];
    }
    std::erase_if(out, [](const auto& each) { return each.second == 0; });
    return out;
}

class Default {
public:
    Default(const Campaign& campaign, int seat) : campaign_(campaign), seat_(seat) {}

    Choice operator()(const TaxOptions<int>& /*options*/) const { return Tax<int>{}; }

    Choice operator()(const ExpandOptions<int>& options) const {
        std::map<int, int> room;
        for (const auto& [area, cap] : options.caps) room.emplace(area, campaign_.world->area(area).limit - tokens_in(campaign_, area));
        return Expand<int>{one_by_one(std::move(room), options.caps, options.total)};
    }

    Choice operator()(const BuildOptions<int>& options) const { return keep_all(options); }
    Choice operator()(const MoveOptions<int>& /*options*/) const { return Move<int>{}; }
    Choice operator()(const LossesOptions<int>& options) const { return cheapest_losses(options); }
    Choice operator()(const FoundOptions<int>& options) const { return supported_cities(campaign_, seat_, options); }
    Choice operator()(const SupportOptions<int>& options) const { return options.choices.front(); }
    Choice operator()(const SiteOptions<int>& options) const { return Site<int>{options.choices.front()}; }
    Choice operator()(const AllotOptions<int>& options) const { return Allot<int>{one_by_one(options.caps, options.caps, options.total)}; }

    Choice operator()(const ReduceOptions<int>& options) const {
        return Reduce<int>{std::vector<int>(options.areas.begin(), options.areas.begin() + options.count)};
    }

    Choice operator()(const LoseOptions<int>& options) const { return Lose<int>{cheapest(options)}; }

    Choice operator()(const FactionOptions<int>& options) const { return Faction<int>{options.of == seat_ ? cheapest(options.units) : dearest(options.units)}; }

    Choice operator()(const KeepOptions<int>& options) const {
        const auto larger = std::ranges::max_element(options.choices, {}, [](const auto& party) { return points_of(party.units); });
        return Keep<int>{larger->faction};
    }

private:
    const Campaign& campaign_;
    int seat_;
};

}  // namespace

Choice default_choice(const Campaign& campaign, const Question& question) { return std::visit(Default(campaign, question.seat), question.options); }

}  // namespace muster::rules::theatre
