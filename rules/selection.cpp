#include "rules/selection.hpp"

#include <algorithm>

namespace muster::rules {

namespace {

/// out[n] = in[n - cap] + … + in[n]. Sums of blocks as long as the window, never a difference: what differences leave of
/// numbers like 1e200 is noise.
std::vector<double> window_sums(const std::vector<double>& in, std::size_t cap) {
    const std::size_t length = cap + 1;
    std::vector<double> to_end(in.size());  // from n to the end of its block
    for (std::size_t n = in.size(); n-- > 0;) to_end[n] = in[n] + ((n + 1) % length == 0 || n + 1 == in.size() ? 0 : to_end[n + 1]);
    std::vector<double> out(in.size());
    double from_start = 0;
    for (std::size_t n = 0; n < in.size(); ++n) {
        from_start = in[n] + (n % length == 0 ? 0 : from_start);
        out[n] = from_start + (n < cap || (n + 1) % length == 0 ? 0 : to_end[n - cap]);
    }
    return out;
}

}  // namespace

std::vector<double> bounded_sums(const std::vector<double>& in, int most, int step) {
    const auto stride = static_cast<std::size_t>(step);
    if (stride == 1) return window_sums(in, static_cast<std::size_t>(most));
    std::vector<double> out(in.size());
    std::vector<double> every;
    for (std::size_t first = 0; first < std::min(stride, in.size()); ++first) {
        every.clear();
        for (std::size_t n = first; n < in.size(); n += stride) every.push_back(in[n]);
        const auto sums = window_sums(every, static_cast<std::size_t>(most));
        for (std::size_t i = 0; i < sums.size(); ++i) out[first + i * stride] = sums[i];
    }
    return out;
}

namespace {

/// ways[i][n]: in how many ways the entries from i on can add up to n. A double holds them all: 64 entries of 10,000
/// have fewer than 1e257.
std::vector<std::vector<double>> ways_of(std::span<const int> caps, int total) {
    std::vector<std::vector<double>> ways(caps.size() + 1);
    ways.back().assign(static_cast<std::size_t>(total) + 1, 0);
    ways.back()[0] = 1;
    for (std::size_t i = caps.size(); i-- > 0;) ways[i] = bounded_sums(ways[i + 1], caps[i], 1);
    return ways;
}

}  // namespace

std::vector<int> random_counts(std::span<const int> caps, int total, Random& random) {
    const auto ways = ways_of(caps, total);
    std::vector<int> out(caps.size(), 0);
    int behind = 0;  // room that the entries after this one have
    for (const int cap : caps) behind += cap;
    int left = total;
    for (std::size_t i = 0; i < caps.size(); ++i) {
        behind -= caps[i];
        const int most = std::min(caps[i], left);
        int count = std::max(0, left - behind);
        double mark = random.fraction() * ways[i][static_cast<std::size_t>(left)];
        while (count < most && mark >= ways[i + 1][static_cast<std::size_t>(left - count)]) mark -= ways[i + 1][static_cast<std::size_t>(left - count++)];
        out[i] = count;
        left -= count;
    }
    return out;
}

}  // namespace muster::rules
