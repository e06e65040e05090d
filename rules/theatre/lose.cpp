#include "rules/theatre/lose.hpp"

#include <algorithm>
#include <numeric>

namespace muster::rules::theatre {

namespace {

int cities_in(const std::vector<Units<int>>& units) {
    return static_cast<int>(std::ranges::count_if(units, [](const auto& each) { return each.city; }));
}

int tokens_to_lose(const LoseOptions<int>& options) {
    return std::transform_reduce(options.units.begin(), options.units.end(), 0, std::plus{}, [&](const auto& units) { return tokens_to_lose(options, units); });
}

/// A selection while it is made: units that go, one by one.
class Selection {
public:
    explicit Selection(const LoseOptions<int>& options) : options_(options), left_(options.units) {
        for (const auto& units : options.units) chosen_.push_back({.area = units.area});
    }

    void cities(int count) {
        for (std::size_t i = 0; i < left_.size() && count > 0; ++i)
            if (left_[i].city) {
                chosen_[i].city = true;
                --count;
            }
    }

    /// Takes `count` of a sort, each where most of it is, or by the map; gives how many there were not.
    int tokens(int Units<int>::* sort, int count, bool where_most) {
        for (; count > 0; --count) {
            auto best = left_.size();
            for (std::size_t i = 0; i < left_.size(); ++i) {
                if (left_[i].*sort == 0 || chosen_[i].tokens() == tokens_to_lose(options_, options_.units[i])) continue;
                if (best == left_.size() || (where_most && left_[i].*sort > left_[best].*sort)) best = i;
            }
            if (best == left_.size()) break;
            --(left_[best].*sort);
            ++(chosen_[best].*sort);
        }
        return count;
    }

    std::vector<Units<int>> take() && {
        std::erase_if(chosen_, [](const auto& units) { return units.none(); });
        return std::move(chosen_);
    }

private:
    const LoseOptions<int>& options_;
    std::vector<Units<int>> left_;
    std::vector<Units<int>> chosen_{};
};

}  // namespace

std::vector<Units<int>> units_in(const Campaign& campaign, int seat, const std::vector<int>& areas) {
    std::vector<Units<int>> out;
    for (const int area : areas)
        if (const auto& holding = campaign.at(area, seat); holding.has_units()) out.push_back({area, holding.population, holding.armies, holding.city});
    return out;
}

std::vector<Units<int>> units_of(const Campaign& campaign, int seat) {
    return units_in(campaign, seat, areas_where(campaign, seat, [](const Holding& holding) { return holding.has_units(); }));
}

int points_of(const std::vector<Units<int>>& units, int city) {
    return std::transform_reduce(units.begin(), units.end(), 0, std::plus{}, [&](const auto& each) { return each.tokens() + (each.city ? city : 0); });
}

int tokens_to_lose(const LoseOptions<int>& options, const Units<int>& units) {
    return units.city ? units.tokens() : std::max(0, units.tokens() - options.spare);  // a city stays, or leaves a token
}

LoseOptions<int> lose_options(Calamity calamity, std::vector<Units<int>> units, int city, int spare) {
    LoseOptions<int> out{calamity, 0, city, spare, std::move(units)};
    std::erase_if(out.units, [&](const auto& each) { return !each.city && tokens_to_lose(out, each) == 0; });
    return out;
}

int most(const LoseOptions<int>& options) { return tokens_to_lose(options) + options.city * cities_in(options.units); }

int exact(const LoseOptions<int>& options, int points) {
    const int tokens = tokens_to_lose(options);
    int out = most(options);
    for (int cities = 0; cities <= cities_in(options.units); ++cities) {
        const int given = std::max(points, options.city * cities);  // what these cities come to, filled up with tokens
        if (given <= options.city * cities + tokens) out = std::min(out, given);
    }
    return out;
}

std::vector<Units<int>> cheapest(const LoseOptions<int>& options) {
    const int tokens = tokens_to_lose(options);
    int cities = 0;
    while (options.points - options.city * cities > tokens) ++cities;
    Selection selection(options);
    selection.cities(cities);
    const int rest = selection.tokens(&Units<int>::population, options.points - options.city * cities, true);
    selection.tokens(&Units<int>::armies, rest, true);
    return std::move(selection).take();
}

std::vector<Units<int>> dearest(const LoseOptions<int>& options) {
    int cities = std::min(cities_in(options.units), options.points / options.city);
    Selection selection(options);
    selection.cities(cities);
    const int rest = selection.tokens(&Units<int>::armies, options.points - options.city * cities, false);
    selection.tokens(&Units<int>::population, rest, true);
    return std::move(selection).take();
}

// Counts the ways to reach each sum, area by area; two are as good as many.
bool only_one(const LoseOptions<int>& options) {
    std::vector<int> ways(static_cast<std::size_t>(options.points) + 1);
    ways[0] = 1;
    for (const auto& units : options.units) {
        std::vector<int> next(ways.size());
        const int tokens = tokens_to_lose(options, units);
        for (int city = 0; city <= (units.city ? 1 : 0); ++city)
            for (int population = 0; population <= std::min(units.population, tokens); ++population)
                for (int armies = 0; armies <= std::min(units.armies, tokens - population); ++armies) {
                    const int points = city * options.city + population + armies;
                    const auto worth = static_cast<std::size_t>(points);
                    for (std::size_t sum = worth; sum < ways.size(); ++sum) next[sum] = std::min(2, next[sum] + ways[sum - worth]);
                }
        ways = std::move(next);
    }
    return ways.back() == 1;
}

std::optional<Question> lose_question(int seat, LoseOptions<int> options, int points) {
    options.points = exact(options, points);
    if (options.points <= 0) return {};
    Question out{seat, std::move(options)};
    if (const auto& offered = out.of<LoseOptions<int>>(); only_one(offered)) out.force(Lose<int>{cheapest(offered)});
    return out;
}

void lose_chosen(Campaign& campaign, Story& story) {
    for (const auto& question : campaign.group) {
        const auto& units = answer<Lose<int>>(question).units;
        for (const auto& each : units) {
            take(campaign, question.seat, each);
            if (each.city) place(campaign, each.area, question.seat, question.of<LoseOptions<int>>().spare);
        }
        story.tell(UnitsLost{story.seat(question.seat), story.each(units)});
    }
}

int points_in_stock(const Campaign& campaign, int seat) {
    return campaign.purse(seat).stock + city_points * (campaign.world->pieces.cities - total(campaign, seat).cities);
}

std::vector<int> richest(const Campaign& campaign) {
    std::vector<int> out(static_cast<std::size_t>(campaign.world->seat_count()));
    std::iota(out.begin(), out.end(), 0);
    sort_by_rank(out, [&](int seat) { return -points_in_stock(campaign, seat); });
    return out;
}

}  // namespace muster::rules::theatre
