// Ways over a free field (E21): straight legs that turn at corners of what is in the way.
#pragma once
#include "rules/simple_combat/game.hpp"

namespace muster::rules::simple_combat {

/// Keeps its buffers between searches.
class Routes {
public:
    /// Some of the places that a unit can go to, at most places_max: where ways turn, and as far as it comes in some directions.
    void spread(const Game& game, const State& state, int unit);
    static constexpr std::size_t places_max = 160;

    /// Steps of spread() at the most, for who must be patient; and those of the last one.
    static std::int64_t steps(const Game& game);
    std::int64_t looked() const { return looked_; }

    /// Those places, nearest first; it can stay at each.
    std::span<const int> reached() const { return reached_; }
    /// Precondition: reached, or where it stands.
    int cost(int cell) const;
    std::vector<int> path_to(int cell) const;

    /// The shortest way to any place where it can stay; nothing: it cannot get there.
    std::optional<std::vector<int>> way_to(const Game& game, const State& state, int unit, int cell);

private:
    /// Where a way may turn.
    struct Stop {
        Place at{};
        int turn = -1;   ///< of Ground::turns()
        int length = 0;  ///< of the shortest way there, in fine parts
        int from = -1;   ///< the stop before
        bool settled = false;
    };
    struct Goal {
        int cell = 0;
        int cost = 0;
        std::size_t from = 0;  ///< the stop before
    };

    void begin(const Game& game, const State& state, int unit);
    void search(const Game& game, int most);
    bool clear(const Game& game, const Stop& from, const Stop& to);
    void offer(const Game& game, const State& state, int unit, std::size_t from, Place to);
    void fan_out(const Game& game, const State& state, int unit, std::size_t from, int directions, int parts);
    std::vector<int> way_over(std::size_t stop) const;

    std::vector<Stop> stops_{};  ///< where the unit stands, then others
    std::vector<Place> enemies_{};
    std::vector<Goal> goals_{};
    std::vector<int> reached_{};
    std::int64_t looked_ = 0;
};

/// The living unit on whose base one at that place would stand, the unit's own apart; -1: none.
int stands_on(const Game& game, const State& state, int unit, Place place);

}  // namespace muster::rules::simple_combat
