#include "rules/simple_combat/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace muster::rules::simple_combat {

std::int64_t cross(Place origin, Place a, Place b) {
    return static_cast<std::int64_t>(a[0] - origin[0]) * (b[1] - origin[1]) - static_cast<std::int64_t>(a[1] - origin[1]) * (b[0] - origin[0]);
}

namespace {

int sign(std::int64_t number) { return number > 0 ? 1 : number < 0 ? -1 : 0; }

/// Whether a point in line with a and b is between them, or one of them.
bool between(Place a, Place b, Place point) {
    const auto holds = [&](std::size_t i) { return std::min(a[i], b[i]) <= point[i] && point[i] <= std::max(a[i], b[i]); };
    return holds(0) && holds(1);
}

bool on_segment(Place a, Place b, Place point) { return cross(a, b, point) == 0 && between(a, b, point); }

/// Whether each crosses the other, and does not only touch it.
bool segments_cross(Place a, Place b, Place c, Place d) {
    return sign(cross(a, b, c)) * sign(cross(a, b, d)) < 0 && sign(cross(c, d, a)) * sign(cross(c, d, b)) < 0;
}

Place corner_after(const Polygon& polygon, std::size_t corner) { return polygon[(corner + 1) % polygon.size()]; }

}  // namespace

bool segments_meet(Place a, Place b, Place c, Place d) {
    return segments_cross(a, b, c, d) || on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b);
}

Within within(const Polygon& polygon, Place point) {
    bool inside = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Place a = polygon[i];
        const Place b = corner_after(polygon, i);
        if (on_segment(a, b, point)) return Within::edge;
        // A ray to the right meets the edges that begin on one side of it and end on the other.
        if ((a[1] > point[1]) != (b[1] > point[1]) && (cross(a, b, point) > 0) == (b[1] > a[1])) inside = !inside;
    }
    return inside ? Within::inside : Within::outside;
}

bool is_simple(const Polygon& polygon) {
    const std::size_t corners = polygon.size();
    for (std::size_t i = 0; i < corners; ++i) {
        const Place a = polygon[i];
        const Place b = corner_after(polygon, i);
        const Place c = corner_after(polygon, i + 1);
        if (a == b || on_segment(a, b, c) || on_segment(b, c, a)) return false;
        for (std::size_t k = i + 2; k < corners; ++k)
            if (k + 1 - i != corners && segments_meet(a, b, polygon[k], corner_after(polygon, k))) return false;
    }
    return true;
}

bool polygons_meet(const Polygon& a, const Polygon& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t k = 0; k < b.size(); ++k)
            if (segments_meet(a[i], corner_after(a, i), b[k], corner_after(b, k))) return true;
    return within(a, b.front()) == Within::inside || within(b, a.front()) == Within::inside;
}

// Where it crosses no edge, it is on one side of the edges between any two points at which it touches them.
bool goes_through(Place a, Place b, const Polygon& polygon) {
    Polygon touched{a, b};
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        if (segments_cross(a, b, polygon[i], corner_after(polygon, i))) return true;
        if (on_segment(a, b, polygon[i])) touched.push_back(polygon[i]);
    }
    std::ranges::sort(touched, {}, [&](Place p) { return std::abs(p[0] - a[0]) + std::abs(p[1] - a[1]); });
    Polygon doubled = polygon;  // so that the middle between two points is a point
    for (auto& [x, y] : doubled) {
        x *= 2;
        y *= 2;
    }
    for (std::size_t i = 1; i < touched.size(); ++i) {
        const Place middle{touched[i - 1][0] + touched[i][0], touched[i - 1][1] + touched[i][1]};
        if (within(doubled, middle) == Within::inside) return true;
    }
    return false;
}

Strip::Strip(Place from, Place to, int half) : from_(from) {
    const auto along = [&](std::size_t i) { return Band{i == 0 ? 2 : 0, i == 1 ? 2 : 0, -(from[i] + to[i]), std::abs(to[i] - from[i]) + 2 * half}; };
    const std::int64_t across = to[0] - from[0];
    const std::int64_t down = to[1] - from[1];
    bands_ = {along(0), along(1), Band{-down, across, down * from[0] - across * from[1], half * (std::abs(across) + std::abs(down))}};
    count_ = from == to ? 2 : 3;
}

bool Strip::holds(Place point) const {
    return std::ranges::all_of(std::span(bands_).first(count_), [&](const Band& band) { return std::abs(band.of(point)) < band.limit; });
}

namespace {

struct Fraction {
    std::int64_t over = 0;
    std::int64_t under = 1;  ///< above 0
    friend bool operator<(Fraction a, Fraction b) { return a.over * b.under < b.over * a.under; }
};

Fraction fraction(std::int64_t over, std::int64_t under) { return under > 0 ? Fraction{over, under} : Fraction{-over, -under}; }

}  // namespace

// The part of the segment that is between the limits of each band is an open one: it holds a point of the segment, from 0 to 1, if it
// begins before it ends, before 1, and ends after 0.
bool Strip::entered_by(Place c, Place d) const {
    Fraction begin{-1};
    Fraction end{2};
    for (const Band& band : std::span(bands_).first(count_)) {
        const std::int64_t at = band.of(c);
        const std::int64_t grows = band.of(d) - at;
        if (grows == 0) {
            if (std::abs(at) >= band.limit) return false;
            continue;
        }
        const Fraction low = fraction((grows > 0 ? -band.limit : band.limit) - at, grows);
        const Fraction high = fraction((grows > 0 ? band.limit : -band.limit) - at, grows);
        begin = std::max(begin, low);
        end = std::min(end, high);
    }
    return begin < end && begin < Fraction{1} && Fraction{0} < end;
}

bool Strip::overlaps(const Polygon& polygon) const {
    for (std::size_t i = 0; i < polygon.size(); ++i)
        if (entered_by(polygon[i], corner_after(polygon, i))) return true;
    return within(polygon, from_) == Within::inside;
}

int length_of(Place from, Place to) {
    const std::int64_t across = to[0] - from[0];
    const std::int64_t down = to[1] - from[1];
    const std::int64_t square = (across * across + down * down) * fine * fine;
    auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));  // near enough; made exact here
    while (root * root < square) ++root;
    while ((root - 1) * (root - 1) >= square && root > 0) --root;
    return static_cast<int>(root);
}

}  // namespace muster::rules::simple_combat
