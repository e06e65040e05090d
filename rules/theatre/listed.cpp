// A player to practise with (README.md, Policies): as defaults, but it buys armies, fills city sites and attacks the weaker.
#include <algorithm>

#include "rules/theatre/cities.hpp"
#include "rules/theatre/construction.hpp"
#include "rules/theatre/policy.hpp"

namespace muster::rules::theatre {

namespace {

constexpr int treasury_to_spare = 4;
constexpr int city_population = 6;

int treasury_paid(const Build<int>& choice) {
    int out = 0;
    for (const auto& line : choice.areas) out += line.cost() - line.levy;
    return out;
}

int armies_of(const Build<int>& choice) {
    int out = 0;
    for (const auto& line : choice.areas) out += line.keep_armies;
    return out;
}

/// As by default, and one army where most of the population is.
Build<int> build_army(const BuildOptions<int>& options) {
    auto out = keep_all(options);
    const auto most = std::ranges::max_element(options.areas, {}, &Yard<int>::population);
    const bool can = most != options.areas.end() && most->units && armies_of(out) < options.armies;
    if (!can || options.treasury - treasury_paid(out) < treasury_to_spare) return out;
    auto line = std::ranges::find(out.areas, most->area, &BuildLine<int>::area);
    if (line == out.areas.end()) line = out.areas.insert(std::ranges::upper_bound(out.areas, most->area, {}, &BuildLine<int>::area), {.area = most->area});
    ++line->build_armies;
    return out;
}

/// Where fewer enemies are than so many armies, and no city.
bool weaker(const Campaign& campaign, int seat, int area, int armies) {
    const int enemies = tokens_in(campaign, area) - campaign.at(area, seat).tokens();
    return enemies > 0 && enemies < armies && !city_owner(campaign, area);
}

Move<int> attack(const Campaign& campaign, int seat, const MoveOptions<int>& options) {
    Move<int> out;
    for (const auto& troop : options.tokens) {
        const auto target = std::ranges::find_if(troop.to, [&](int area) { return weaker(campaign, seat, area, troop.armies); });
        if (target != troop.to.end()) out.marches.push_back({troop.area, *target, 0, troop.armies});
    }
    return out;
}

/// Population on the move, before it is said.
class Resettling {
public:
    Resettling(const Campaign& campaign, int seat, const MoveOptions<int>& options) : campaign_(campaign), seat_(seat), options_(options) {
        for (const auto& troop : options.tokens) left_[troop.area] = troop.population;
        for (int area = 0; area < world().area_count(); ++area) tokens_.push_back(tokens_in(campaign, area));
    }

    Move<int> move() && {
        for (const auto& troop : options_.tokens)
            if (founding_site(troop.area)) fill(troop.area);
        for (const auto& troop : options_.tokens) spread(troop);
        Move<int> out;
        for (const auto& [way, population] : marches_) out.marches.push_back({way.first, way.second, population, 0});
        return out;
    }

private:
    const World& world() const { return *campaign_.world; }

    /// A city site with its own population, no city, nobody else.
    bool founding_site(int area) const {
        const auto& holding = campaign_.at(area, seat_);
        return world().area(area).city_site && holding.population > 0 && !holding.city && !foreign_units(campaign_, area, seat_);
    }

    /// Neighbours fill a site if they can and the rest still supports one city more.
    void fill(int site) {
        std::map<int, int> given;
        int missing = city_population - left_[site];
        for (const auto& troop : options_.tokens) {
            if (missing <= 0) break;
            if (contains(planned_, troop.area) || !contains(troop.to, site)) continue;
            const int tokens = std::min(missing, left_[troop.area]);
            if (tokens > 0) given[troop.area] = tokens;
            missing -= std::max(0, tokens);
        }
        if (missing > 0 || !supported(site, given)) return;
        planned_.push_back(site);
        for (const auto& [area, tokens] : given) march(area, site, tokens);
    }

    bool supported(int site, const std::map<int, int>& given) const {
        int out = -2 * (1 + campaign_.at(site, seat_).armies) - support_needed(campaign_, seat_);
        for (const auto& [area, population] : left_)
            if (area != site && !contains(planned_, area)) out += std::min(population, world().area(area).limit);
        for (const int area : planned_) out -= 2 * (1 + campaign_.at(area, seat_).armies);
        for (const auto& [area, tokens] : given) out -= tokens;
        return out >= 0;
    }

    /// What is above the limit goes where room is.
    void spread(const Troop<int>& troop) {
        if (contains(planned_, troop.area)) return;
        while (left_[troop.area] > 0 && tokens(troop.area) > world().area(troop.area).limit) {
            const auto room = std::ranges::find_if(troop.to, [&](int area) { return tokens(area) < world().area(area).limit && !city_owner(campaign_, area); });
            if (room == troop.to.end()) return;
            march(troop.area, *room, 1);
        }
    }

    void march(int from, int to, int population) {
        marches_[{from, to}] += population;
        left_[from] -= population;
        tokens(from) -= population;
        tokens(to) += population;
    }

    int& tokens(int area) { return tokens_[static_cast<std::size_t>(area)]; }

    const Campaign& campaign_;
    int seat_;
    const MoveOptions<int>& options_;
    std::map<int, int> left_{};   ///< population that has not moved, by area
    std::vector<int> tokens_{};   ///< of everybody, by area
    std::vector<int> planned_{};  ///< sites that are filled
    std::map<std::pair<int, int>, int> marches_{};
};

}  // namespace

Choice listed_choice(const Campaign& campaign, const Question& question) {
    if (const auto* build = std::get_if<BuildOptions<int>>(&question.options)) return build_army(*build);
    if (const auto* move = std::get_if<MoveOptions<int>>(&question.options)) {
        if (move->step == 2) return Resettling(campaign, question.seat, *move).move();
        if (move->step == 3) return attack(campaign, question.seat, *move);
    }
    return default_choice(campaign, question);
}

}  // namespace muster::rules::theatre
