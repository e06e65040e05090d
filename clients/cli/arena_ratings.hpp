// What the results of an arena say about the strength of those who played, and how sure that is.
#pragma once
#include <cstddef>
#include <vector>

namespace muster::cli {

/// Of one player against another.
struct Score {
    long won = 0;
    long lost = 0;
    long nobody = 0;

    long battles() const { return won + lost + nobody; }
    /// A battle that nobody won is half a win for each.
    double points() const { return static_cast<double>(won) + static_cast<double>(nobody) / 2; }
    Score turned() const { return {lost, won, nobody}; }
    Score& operator+=(const Score& other);
};

/// What share of the points is to be expected in the long run, with 95 % confidence.
struct Interval {
    double low = 0;
    double high = 1;
};

/// Wilson's score interval. Half points make it wider than it need be, never narrower. Precondition: there were battles.
Interval wilson(const Score& score);

/// Elo's scale: 400 points more are ten times the wins. The mean of all players is 1500.
struct Rating {
    double points = 1500;
    double error = 0;  ///< half the width of its interval of 95 %
};

/// The likeliest ratings by the model of Bradley and Terry, where one wins against another with probability p / (p + q): found by Zermelo's
/// iteration (each strength p becomes its points divided by the sum of battles / (p + q) over its opponents; Hunter, 2004, shows that it
/// converges). Each pair is taken to have drawn one battle more than it played, so that who always wins has a rating, too. Errors come from the
/// curvature of the likelihood there. `scores[a][b]`: of a against b.
std::vector<Rating> ratings_of(const std::vector<std::vector<Score>>& scores);

}  // namespace muster::cli
