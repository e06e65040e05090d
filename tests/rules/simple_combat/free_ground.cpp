// A free field's geometry (E20, E21) against plain ways to say the same in fractions.
#include <doctest/doctest.h>

#include <rapidcheck.h>

#include <cmath>

#include "rules/simple_combat/ground.hpp"
#include "tests/rules/rapid_chance.hpp"

using namespace muster::test;
using namespace muster::rules::simple_combat;

namespace {

constexpr long double nearly = 1e-9L;

struct Point {
    long double x = 0;
    long double y = 0;
};
using Shape = std::vector<Point>;

Place any_place(Chance& chance, int most) { return {chance.below(most + 1), chance.below(most + 1)}; }

Polygon any_simple_polygon(Chance& chance, int most) {
    Polygon out;
    for (int corners = chance.between(3, 7); corners > 0; --corners) out.push_back(any_place(chance, most));
    while (!is_simple(out)) out[static_cast<std::size_t>(chance.below(static_cast<int>(out.size())))] = any_place(chance, most);
    return out;
}

Shape shape_of(const Polygon& polygon) {
    Shape out;
    for (const auto& [x, y] : polygon) out.push_back({static_cast<long double>(x), static_cast<long double>(y)});
    return out;
}

long double area(const Shape& shape) {
    long double twice = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const Point a = shape[i];
        const Point b = shape[(i + 1) % shape.size()];
        twice += a.x * b.y - a.y * b.x;
    }
    return std::abs(twice) / 2;
}

/// What is left of a shape where a x + b y <= c.
Shape cut(const Shape& shape, long double a, long double b, long double c) {
    Shape out;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const Point p = shape[i];
        const Point q = shape[(i + 1) % shape.size()];
        const long double at = a * p.x + b * p.y - c;
        const long double then = a * q.x + b * q.y - c;
        if (at <= 0) out.push_back(p);
        if ((at < 0 && then > 0) || (at > 0 && then < 0)) out.push_back({p.x + (q.x - p.x) * at / (at - then), p.y + (q.y - p.y) * at / (at - then)});
    }
    return out;
}

/// The area that a polygon shares with what a square covers on its way: its own bounds, and those along the way.
long double covered(const Polygon& polygon, Place from, Place to, int half) {
    Shape shape = shape_of(polygon);
    const auto [x, y] = from;
    const long double across = to[0] - x;
    const long double down = to[1] - y;
    shape = cut(shape, 1, 0, std::max(x, to[0]) + half);
    shape = cut(shape, -1, 0, -(std::min(x, to[0]) - half));
    shape = cut(shape, 0, 1, std::max(y, to[1]) + half);
    shape = cut(shape, 0, -1, -(std::min(y, to[1]) - half));
    const long double aside = half * (std::abs(across) + std::abs(down));
    shape = cut(shape, -down, across, -down * x + across * y + aside);
    shape = cut(shape, down, -across, down * x - across * y + aside);
    return area(shape);
}

/// By how many of its edges lie to the right of it.
bool inside(const Polygon& polygon, Point point) {
    bool in = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Place a = polygon[i];
        const Place b = polygon[(i + 1) % polygon.size()];
        if ((a[1] > point.y) == (b[1] > point.y)) continue;
        if (point.x < a[0] + (b[0] - a[0]) * (point.y - a[1]) / (b[1] - a[1])) in = !in;
    }
    return in;
}

/// How near a point comes to the polygon's edges.
long double to_edge(const Polygon& polygon, Point p) {
    long double least = 1e9L;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Place a = polygon[i];
        const Place b = polygon[(i + 1) % polygon.size()];
        const long double across = b[0] - a[0];
        const long double down = b[1] - a[1];
        const long double along = std::clamp(((p.x - a[0]) * across + (p.y - a[1]) * down) / (across * across + down * down), 0.0L, 1.0L);
        least = std::min(least, std::hypot(a[0] + along * across - p.x, a[1] + along * down - p.y));
    }
    return least;
}

/// Whether some point of a line, between those where it meets the lines of all edges, is inside.
bool crossed(Place a, Place b, const Polygon& polygon) {
    std::vector<long double> meets{0, 1};
    const Point way{static_cast<long double>(b[0] - a[0]), static_cast<long double>(b[1] - a[1])};
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Place c = polygon[i];
        const Place d = polygon[(i + 1) % polygon.size()];
        const long double slope = way.x * (d[1] - c[1]) - way.y * (d[0] - c[0]);
        if (slope == 0) continue;
        const long double at = ((c[0] - a[0]) * static_cast<long double>(d[1] - c[1]) - (c[1] - a[1]) * static_cast<long double>(d[0] - c[0])) / slope;
        if (at > 0 && at < 1) meets.push_back(at);
    }
    std::ranges::sort(meets);
    for (std::size_t i = 1; i < meets.size(); ++i) {
        const long double at = (meets[i - 1] + meets[i]) / 2;
        const Point middle{a[0] + at * way.x, a[1] + at * way.y};
        if (meets[i] - meets[i - 1] > nearly && to_edge(polygon, middle) > nearly && inside(polygon, middle)) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a base on its straight way overlaps a polygon just if they share some area") {
    CHECK(rc::check([] {
        SeededChance chance(*rc::gen::arbitrary<std::uint64_t>());
        const int most = chance.pick(std::vector{6, 12, 40});
        const Polygon polygon = any_simple_polygon(chance, most);
        const Place from = any_place(chance, most);
        const Place to = chance.one_in(5) ? from : any_place(chance, most);
        const int half = chance.between(1, 5);
        const bool overlaps = Strip(from, to, half).overlaps(polygon);
        RC_TAG(overlaps);
        RC_ASSERT(overlaps == (covered(polygon, from, to, half) > nearly));
        RC_ASSERT(overlaps == Strip(to, from, half).overlaps(polygon));
    }));
}

TEST_CASE("a line goes through a polygon just if some of it is inside; to touch corners and edges is not enough") {
    CHECK(rc::check([] {
        SeededChance chance(*rc::gen::arbitrary<std::uint64_t>());
        const int most = chance.pick(std::vector{4, 8, 40});
        const Polygon polygon = any_simple_polygon(chance, most);
        const Place from = any_place(chance, most);
        const Place to = any_place(chance, most);
        RC_PRE(from != to);
        const bool through = goes_through(from, to, polygon);
        RC_TAG(through);
        RC_ASSERT(through == crossed(from, to, polygon));
        RC_ASSERT(through == goes_through(to, from, polygon));
    }));
    const Polygon square{{2, 2}, {6, 2}, {6, 6}, {2, 6}};
    CHECK(!goes_through({0, 2}, {9, 2}, square));  // along an edge
    CHECK(!goes_through({0, 4}, {4, 0}, square));  // over a corner
    CHECK(goes_through({2, 2}, {6, 6}, square));   // from corner to corner
    CHECK(!goes_through({0, 4}, {2, 4}, square));  // up to it
    CHECK(goes_through({0, 4}, {3, 4}, square));
    CHECK(goes_through({3, 4}, {4, 4}, square));
}

TEST_CASE("a polygon is simple if its edges share nothing but the corners between them") {
    CHECK(is_simple({{0, 0}, {4, 0}, {4, 4}}));
    CHECK(is_simple({{0, 0}, {2, 0}, {4, 0}, {4, 4}}));                   // a corner on a straight edge
    CHECK(is_simple({{0, 0}, {4, 0}, {4, 4}, {2, 1}}));                   // dented in
    CHECK(!is_simple({{0, 0}, {4, 4}, {4, 0}, {0, 4}}));                  // crosses itself
    CHECK(!is_simple({{0, 0}, {4, 0}, {2, 0}}));                          // flat
    CHECK(!is_simple({{0, 0}, {0, 0}, {4, 0}, {4, 4}}));                  // a corner twice
    CHECK(!is_simple({{0, 0}, {4, 0}, {4, 4}, {2, 0}}));                  // a corner on an edge
    CHECK(!is_simple({{0, 0}, {4, 0}, {2, 2}, {4, 4}, {0, 4}, {2, 2}}));  // touches itself
}

TEST_CASE("polygons meet if they share a point, on their edges or one within the other") {
    const Polygon square{{2, 2}, {6, 2}, {6, 6}, {2, 6}};
    CHECK(polygons_meet(square, square));
    CHECK(polygons_meet(square, {{6, 6}, {8, 6}, {8, 8}}));
    CHECK(polygons_meet(square, {{3, 3}, {4, 3}, {4, 4}}));
    CHECK(polygons_meet({{3, 3}, {4, 3}, {4, 4}}, square));
    CHECK(!polygons_meet(square, {{7, 6}, {8, 6}, {8, 8}}));
    CHECK(!polygons_meet({{0, 0}, {9, 0}, {9, 9}, {8, 9}, {8, 1}, {0, 1}}, square));
}

TEST_CASE("the length of a line is rounded up to a hundredth of its unit") {
    CHECK(length_of({0, 0}, {3, 4}) == 5 * fine);
    CHECK(length_of({0, 0}, {1, 1}) == 142);
    CHECK(length_of({7, 7}, {7, 7}) == 0);
    CHECK(rc::check([] {
        RapidChance chance;
        const Place from = any_place(chance, 600);
        const Place to = any_place(chance, 600);
        const std::int64_t across = to[0] - from[0];
        const std::int64_t down = to[1] - from[1];
        const std::int64_t square = (across * across + down * down) * fine * fine;
        const std::int64_t length = length_of(from, to);
        RC_ASSERT(length * length >= square);
        RC_ASSERT(length == 0 || (length - 1) * (length - 1) < square);
    }));
}
