#include "server/card/svg_path.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

namespace muster::server {

namespace {

struct Point {
    double x = 0, y = 0;
};

/// The arc of an ellipse between two points (SVG 1.1, F.6.5).
struct Arc {
    double rx, ry, turned;
    bool large, sweep;
};

double angle_of(Point from, Point to) { return std::atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y); }

void add_arc(cairo_t* cairo, Point from, Point to, Arc arc) {
    double rx = std::abs(arc.rx), ry = std::abs(arc.ry);
    if (rx == 0 || ry == 0) return cairo_line_to(cairo, to.x, to.y);
    const double phi = arc.turned * std::numbers::pi / 180, cosine = std::cos(phi), sine = std::sin(phi);
    const double dx = (from.x - to.x) / 2, dy = (from.y - to.y) / 2;
    const Point half{cosine * dx + sine * dy, -sine * dx + cosine * dy};
    const double too_small = half.x * half.x / (rx * rx) + half.y * half.y / (ry * ry);
    if (too_small > 1) {
        rx *= std::sqrt(too_small);
        ry *= std::sqrt(too_small);
    }
    const double below = rx * rx * half.y * half.y + ry * ry * half.x * half.x;
    if (below == 0) return;  // from a point to itself
    const double root = std::sqrt(std::max(0.0, (rx * rx * ry * ry - below) / below)) * (arc.large == arc.sweep ? -1 : 1);
    const Point middle{root * rx * half.y / ry, -root * ry * half.x / rx};
    const Point centre{cosine * middle.x - sine * middle.y + (from.x + to.x) / 2, sine * middle.x + cosine * middle.y + (from.y + to.y) / 2};
    const Point first{(half.x - middle.x) / rx, (half.y - middle.y) / ry}, last{(-half.x - middle.x) / rx, (-half.y - middle.y) / ry};
    const double begin = angle_of({1, 0}, first);
    double swept = angle_of(first, last);
    if (!arc.sweep && swept > 0) swept -= 2 * std::numbers::pi;
    if (arc.sweep && swept < 0) swept += 2 * std::numbers::pi;
    cairo_matrix_t before;
    cairo_get_matrix(cairo, &before);
    cairo_translate(cairo, centre.x, centre.y);
    cairo_rotate(cairo, phi);
    cairo_scale(cairo, rx, ry);
    if (swept > 0) cairo_arc(cairo, 0, 0, 1, begin, begin + swept);
    else cairo_arc_negative(cairo, 0, 0, 1, begin, begin + swept);
    cairo_set_matrix(cairo, &before);
}

class Reader {
public:
    Reader(cairo_t* cairo, std::string_view path) : cairo_(cairo), rest_(path) {}

    bool read() {
        char command = 0;
        for (skip(); !rest_.empty(); skip()) {
            if (const char letter = static_cast<char>(rest_.front() | 0x20); letter >= 'a' && letter <= 'z') {
                command = rest_.front();
                rest_.remove_prefix(1);
            } else if (command == 0 || command == 'Z' || command == 'z') {
                return false;
            }
            if (!draw(command)) return false;
            if (command == 'M') command = 'L';  // further pairs are lines
            if (command == 'm') command = 'l';
        }
        return true;
    }

private:
    void skip() {
        const auto first = rest_.find_first_not_of(" ,\n\t");
        rest_.remove_prefix(std::min(first, rest_.size()));
    }

    std::optional<double> number() {
        skip();
        double out = 0;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), out, std::chars_format::fixed);
        if (error != std::errc() || !std::isfinite(out)) return {};
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return out;
    }

    /// Of an arc; nothing need stand between two of them.
    std::optional<bool> flag() {
        skip();
        if (rest_.empty() || (rest_.front() != '0' && rest_.front() != '1')) return {};
        const bool out = rest_.front() == '1';
        rest_.remove_prefix(1);
        return out;
    }

    std::optional<Point> point(bool relative) {
        const auto x = number(), y = number();
        if (!x || !y) return {};
        return relative ? Point{at_.x + *x, at_.y + *y} : Point{*x, *y};
    }

    bool line_to(std::optional<Point> to) {
        if (!to) return false;
        at_ = *to;
        cairo_line_to(cairo_, at_.x, at_.y);
        return true;
    }

    bool curve(Point first, std::optional<Point> second, std::optional<Point> to) {
        if (!second || !to) return false;
        cairo_curve_to(cairo_, first.x, first.y, second->x, second->y, to->x, to->y);
        bend_ = Point{2 * to->x - second->x, 2 * to->y - second->y};
        at_ = *to;
        return true;
    }

    bool quadratic(std::optional<Point> bend, std::optional<Point> to) {
        if (!bend || !to) return false;
        const auto towards = [&](Point end) { return Point{end.x + (bend->x - end.x) * 2 / 3, end.y + (bend->y - end.y) * 2 / 3}; };
        return curve(towards(at_), towards(*to), to);
    }

    bool arc(bool relative) {
        const auto rx = number(), ry = number(), turned = number();
        const auto large = flag(), sweep = flag();
        const auto to = point(relative);
        if (!rx || !ry || !turned || !large || !sweep || !to) return false;
        add_arc(cairo_, at_, *to, {*rx, *ry, *turned, *large, *sweep});
        at_ = *to;
        return true;
    }

    bool draw(char command) {
        const bool relative = command >= 'a';
        const Point smooth = bend_.value_or(at_);
        bend_.reset();
        switch (command & ~0x20) {
            case 'M': {
                const auto to = point(relative);
                if (!to) return false;
                at_ = begin_ = *to;
                cairo_move_to(cairo_, at_.x, at_.y);
                return true;
            }
            case 'L': return line_to(point(relative));
            case 'H': {
                const auto x = number();
                return x && line_to(Point{relative ? at_.x + *x : *x, at_.y});
            }
            case 'V': {
                const auto y = number();
                return y && line_to(Point{at_.x, relative ? at_.y + *y : *y});
            }
            case 'C': {
                const auto first = point(relative), second = point(relative), to = point(relative);
                return first && curve(*first, second, to);
            }
            case 'S': {
                const auto second = point(relative), to = point(relative);
                return curve(smooth, second, to);
            }
            case 'Q': {
                const auto bend = point(relative), to = point(relative);
                return quadratic(bend, to);
            }
            case 'A': return arc(relative);
            case 'Z':
                cairo_close_path(cairo_);
                at_ = begin_;
                return true;
            default: return false;
        }
    }

    cairo_t* cairo_;
    std::string_view rest_;
    Point at_{}, begin_{};
    std::optional<Point> bend_{};  ///< where a smooth curve goes on from
};

}  // namespace

bool add_svg_path(cairo_t* cairo, std::string_view path) { return Reader(cairo, path).read(); }

}  // namespace muster::server
