#include "rules/simple_combat/ground.hpp"

#include <algorithm>
#include <cstdlib>

namespace muster::rules::simple_combat {

Ground::Ground(int width, int height, std::vector<Polygon> polygons) : width_(width * tenths), height_(height * tenths) {
    for (auto& corners : polygons) {
        Obstacle obstacle{{}, corners.front(), corners.front()};
        for (const Place corner : corners)
            for (std::size_t i = 0; i < corner.size(); ++i) {
                obstacle.least[i] = std::min(obstacle.least[i], corner[i]);
                obstacle.most[i] = std::max(obstacle.most[i], corner[i]);
            }
        obstacle.corners = std::move(corners);
        obstacles_.push_back(std::move(obstacle));
    }
    // A way that is as short as can be turns where a corner of the base meets a corner of a polygon.
    for (const auto& obstacle : obstacles_)
        for (const auto& [x, y] : obstacle.corners)
            for (const Place turn :
                 {Place{x - base_half, y - base_half}, {x + base_half, y - base_half}, {x - base_half, y + base_half}, {x + base_half, y + base_half}})
                if (bears(turn) && std::ranges::find(turns_, turn) == turns_.end()) turns_.push_back(turn);
    roads_.assign(turns_.size() * turns_.size(), false);
    for (std::size_t from = 0; from < turns_.size(); ++from)
        for (std::size_t to = 0; to < from; ++to)
            if (open(turns_[from], turns_[to])) roads_[from * turns_.size() + to] = roads_[to * turns_.size() + from] = true;
}

bool Ground::holds(Place middle) const {
    return middle[0] >= base_half && middle[0] <= width_ - base_half && middle[1] >= base_half && middle[1] <= height_ - base_half;
}

bool Ground::bears(Place middle) const { return holds(middle) && open(middle, middle); }

bool Ground::open(Place from, Place to) const {
    const Strip strip(from, to, base_half);
    return std::ranges::none_of(obstacles_, [&](const Obstacle& each) {
        for (std::size_t i = 0; i < from.size(); ++i)
            if (each.most[i] <= std::min(from[i], to[i]) - base_half || each.least[i] >= std::max(from[i], to[i]) + base_half) return false;
        return strip.overlaps(each.corners);
    });
}

std::int64_t Ground::steps_of_line() const {
    std::int64_t out = 1;
    for (const auto& each : obstacles_) out += 1 + static_cast<std::int64_t>(each.corners.size());
    return out;
}

bool Ground::seen(Place from, Place to) const {
    return std::ranges::none_of(obstacles_, [&](const Obstacle& each) {
        for (std::size_t i = 0; i < from.size(); ++i)
            if (2 * each.most[i] <= std::min(from[i], to[i]) || 2 * each.least[i] >= std::max(from[i], to[i])) return false;
        Polygon doubled = each.corners;
        for (auto& [x, y] : doubled) {
            x *= 2;
            y *= 2;
        }
        return goes_through(from, to, doubled);
    });
}

bool bases_overlap(Place a, Place b) { return std::abs(a[0] - b[0]) < tenths && std::abs(a[1] - b[1]) < tenths; }

bool runs_into(Place from, Place to, Place other) { return Strip(from, to, tenths).holds(other); }

}  // namespace muster::rules::simple_combat
