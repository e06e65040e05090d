#include "clients/cli/arena_ratings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace muster::cli {

namespace {

constexpr double z = 1.959964;  // 95 % of a normal distribution are within so many standard deviations
constexpr int iterations_max = 100'000;
constexpr double settled = 1e-10;

using Matrix = std::vector<std::vector<double>>;

/// By Gauss and Jordan. Precondition: symmetric and positive definite, so no pivot is 0.
Matrix inverse_of(Matrix matrix) {
    const auto n = matrix.size();
    Matrix out(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) out[i][i] = 1;
    for (std::size_t column = 0; column < n; ++column) {
        const double pivot = matrix[column][column];
        for (std::size_t k = 0; k < n; ++k) {
            matrix[column][k] /= pivot;
            out[column][k] /= pivot;
        }
        for (std::size_t row = 0; row < n; ++row) {
            if (row == column) continue;
            const double factor = matrix[row][column];
            for (std::size_t k = 0; k < n; ++k) {
                matrix[row][k] -= factor * matrix[column][k];
                out[row][k] -= factor * out[column][k];
            }
        }
    }
    return out;
}

/// Battles of each pair, the drawn one more included.
Matrix battles_of(const std::vector<std::vector<Score>>& scores) {
    const auto n = scores.size();
    Matrix out(n, std::vector<double>(n));
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b)
            if (a != b) out[a][b] = static_cast<double>(scores[a][b].battles()) + 1;
    return out;
}

std::vector<double> strengths_of(const std::vector<std::vector<Score>>& scores, const Matrix& battles) {
    const auto n = scores.size();
    std::vector<double> points(n);
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b)
            if (a != b) points[a] += scores[a][b].points() + 0.5;
    std::vector<double> strength(n, 1);
    for (int i = 0; i < iterations_max; ++i) {
        double moved = 0;
        double logarithms = 0;
        auto next = strength;
        for (std::size_t a = 0; a < n; ++a) {
            double expected = 0;
            for (std::size_t b = 0; b < n; ++b)
                if (a != b) expected += battles[a][b] / (strength[a] + strength[b]);
            next[a] = points[a] / expected;
            logarithms += std::log(next[a]);
        }
        const double mean = std::exp(logarithms / static_cast<double>(n));  // only ratios count: their product is kept at 1
        for (std::size_t a = 0; a < n; ++a) {
            next[a] /= mean;
            moved = std::max(moved, std::abs(std::log(next[a] / strength[a])));
        }
        strength = std::move(next);
        if (moved < settled) break;
    }
    return strength;
}

}  // namespace

Score& Score::operator+=(const Score& other) {
    won += other.won;
    lost += other.lost;
    nobody += other.nobody;
    return *this;
}

Interval wilson(const Score& score) {
    const auto n = static_cast<double>(score.battles());
    const double share = score.points() / n;
    const double middle = share + z * z / (2 * n);
    const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    const double scale = 1 + z * z / n;
    return {std::max(0.0, (middle - half) / scale), std::min(1.0, (middle + half) / scale)};
}

std::vector<Rating> ratings_of(const std::vector<std::vector<Score>>& scores) {
    const auto n = scores.size();
    const auto battles = battles_of(scores);
    const auto strength = strengths_of(scores, battles);
    // The curvature knows differences only. With 1/n added everywhere it can be inverted, and what is left of the inverse without that 1/n
    // are the variances of ratings whose mean is fixed.
    const double share = 1 / static_cast<double>(n);
    Matrix curvature(n, std::vector<double>(n, share));
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b) {
            if (a == b) continue;
            const double together = strength[a] + strength[b];
            const double known = battles[a][b] * strength[a] * strength[b] / (together * together);
            curvature[a][a] += known;
            curvature[a][b] -= known;
        }
    const auto variance = inverse_of(std::move(curvature));
    const double scale = 400 / std::log(10.0);
    std::vector<Rating> out(n);
    for (std::size_t a = 0; a < n; ++a) out[a] = {1500 + scale * std::log(strength[a]), z * scale * std::sqrt(std::max(0.0, variance[a][a] - share))};
    return out;
}

}  // namespace muster::cli
