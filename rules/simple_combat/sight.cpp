#include "rules/simple_combat/sight.hpp"

#include <algorithm>
#include <cstdlib>

#include "rules/simple_combat/range.hpp"

namespace muster::rules::simple_combat {

namespace {

/// Lines end in the middle of a cell, or between it and a corner: in parts of a cell that are whole on both grids.
constexpr int parts = 12;

/// What lies on the line from the middle of the origin to a point of a cell: cells that it crosses, and pairs of cells between which it passes,
/// along their common edge or, on squares, through their common corner.
struct Line {
    std::vector<Place> crossed;
    std::vector<std::array<Place, 2>> between;
};

/// A point is inside a cell if each form of its distance from the centre is between -1 and 1, and on its edge if one is 1
/// or -1. `across` is the neighbour in whose direction the form grows most.
struct Form {
    int first = 0;
    int second = 0;
    Place across{};
    int of(Place p) const { return first * p[0] + second * p[1]; }
};
constexpr std::array<Form, 3> hex_forms{{{2, 1, {1, 0}}, {1, 2, {0, 1}}, {1, -1, {1, -1}}}};
constexpr std::array<Form, 2> square_forms{{{2, 0, {1, 0}}, {0, 2, {0, 1}}}};

struct Fraction {
    int over = 0;
    int under = 1;  ///< above 0
    friend bool operator<(Fraction a, Fraction b) { return a.over * b.under < b.over * a.under; }
    friend bool operator==(Fraction a, Fraction b) { return a.over * b.under == b.over * a.under; }
};

/// Adds to `line` what the cell at `cell` is to the line from the origin to `to`, which is in parts.
void classify(std::span<const Form> forms, Place to, Place cell, Line& line) {
    Fraction from{0, 1};  // the part of the line that is within the cell, its edges included
    Fraction until{1, 1};
    std::optional<Place> along;
    Place corner{};
    for (const auto& form : forms) {
        int slope = form.of(to);
        int centre = form.of(cell);
        if (slope == 0) {
            if (std::abs(centre) > 1) return;
            if (centre != 0) along = Place{-centre * form.across[0], -centre * form.across[1]};
            continue;
        }
        if (slope < 0) {
            slope = -slope;
            centre = -centre;
        }
        const Fraction enters{(centre - 1) * parts, slope};
        const Fraction leaves{(centre + 1) * parts, slope};
        if (from < enters) from = enters;
        if (leaves < until) until = leaves;
    }
    if (until < from) return;
    if (from == until) {
        if (forms.size() != square_forms.size()) return;  // hexes: the line goes past a point of this cell
        // E7: on squares between two cells that meet in a corner only.
        for (std::size_t i = 0; i < forms.size(); ++i) corner[i] = forms[i].of(to) * from.over > forms[i].of(cell) * parts * from.under ? 1 : -1;
        along = corner;
    }
    if (!along) {
        line.crossed.push_back(cell);
        return;
    }
    const Place beside{cell[0] + (*along)[0], cell[1] + (*along)[1]};
    if (cell < beside) line.between.push_back({cell, beside});  // both are visited; once is enough
}

/// The line to the point of the cell `to` that is so many parts beside its middle.
Line line_to(Grid grid, Place to, Place aside) {
    const auto forms = grid == Grid::hex ? std::span<const Form>(hex_forms) : std::span<const Form>(square_forms);
    const Place point{to[0] * parts + aside[0], to[1] * parts + aside[1]};
    Line line;
    for (int first = std::min(to[0], 0) - 1; first <= std::max(to[0], 0) + 1; ++first)
        for (int second = std::min(to[1], 0) - 1; second <= std::max(to[1], 0) + 1; ++second) {
            const Place cell{first, second};
            if (cell != Place{} && cell != to) classify(forms, point, cell, line);
        }
    return line;
}

/// By the cell at which they end, all lines that weapons may need.
template <typename Lines>
class Fan {
public:
    template <typename Make>
    Fan(int reach, Make make) : reach_(reach) {
        for (int first = -reach; first <= reach; ++first)
            for (int second = -reach; second <= reach; ++second) lines_.push_back(make(Place{first, second}));
    }
    const Lines& to(Place by) const {
        const int index = (by[0] + reach_) * (2 * reach_ + 1) + by[1] + reach_;
        return lines_[static_cast<std::size_t>(index)];
    }

private:
    int reach_;
    std::vector<Lines> lines_{};
};

/// Those to the middles of all cells, those that E12 looks along, on both grids. On hexes a row is less high than a cell is wide: rows may be a sixth
/// farther apart than a range is long, and E12 adds half a cell.
template <typename Lines, typename Make>
const Lines& found(int scale, Grid grid, Place by, Make make) {
    const auto both = [make](int reach) {
        return std::array{Fan<Lines>(reach, [make](Place to) { return make(Grid::hex, to); }),
                          Fan<Lines>(reach, [make](Place to) { return make(Grid::square, to); })};
    };
    static const auto near = both(range_max + 2);
    if (scale == 1) return near[static_cast<std::size_t>(grid)].to(by);
    static const auto far = both(range_max * fire_scale_max + 4);  // E13
    return far[static_cast<std::size_t>(grid)].to(by);
}

/// Halfway from the middle of a cell to each of its corners, in parts.
constexpr std::array<Place, 6> hex_halves{{{4, -2}, {2, 2}, {-2, 4}, {-4, 2}, {-2, -2}, {2, -4}}};
constexpr std::array<Place, 4> square_halves{{{3, -3}, {3, 3}, {-3, 3}, {-3, -3}}};

constexpr std::size_t three = 3;
using ThreeLines = std::array<Line, three>;

/// E12: of the ways halfway to the corners of what is seen from the origin, those to the corners in which it ends on either side; of two in one line
/// the nearer.
std::array<Place, 2> outer_halves(Place middle, std::span<const Place> halves) {
    const auto corner = [&](Place half) { return Place{middle[0] + 2 * half[0], middle[1] + 2 * half[1]}; };
    Place left = halves.front();
    Place right = halves.front();
    for (const Place half : halves) {
        const auto beyond = [&](Place other, int side) {
            const Place a = corner(other);
            const Place b = corner(half);
            const int cross = (a[0] * b[1] - a[1] * b[0]) * side;
            if (cross != 0) return cross > 0;
            return std::abs(b[0]) + std::abs(b[1]) < std::abs(a[0]) + std::abs(a[1]);  // in one line from the origin
        };
        if (beyond(left, 1)) left = half;
        if (beyond(right, -1)) right = half;
    }
    return {left, right};
}

/// E12: to the middle of a cell, and halfway to its outer corners.
ThreeLines three_lines(Grid grid, Place to) {
    const auto halves = grid == Grid::hex ? std::span<const Place>(hex_halves) : std::span<const Place>(square_halves);
    const auto [left, right] = outer_halves({to[0] * parts, to[1] * parts}, halves);
    return {line_to(grid, to, {}), line_to(grid, to, left), line_to(grid, to, right)};
}

/// The same from base to base on a free field, in twentieths of a DU.
constexpr std::array<Place, 4> base_halves{{{5, -5}, {5, 5}, {-5, 5}, {-5, -5}}};

bool clear_ground(const Game& game, const State& state, int from, int to) {
    const auto twentieths = [&](int cell) {
        const Place place = game.board.place_of(cell);
        return Place{2 * place[0], 2 * place[1]};
    };
    const Place eye = twentieths(from);
    const Place middle = twentieths(to);
    constexpr int half = 2 * base_half;
    // Of a hundred bases few are near a line; those that are not are not looked at corner by corner.
    const auto near = [&](Place base) {
        for (std::size_t i = 0; i < base.size(); ++i)
            if (base[i] + half <= std::min(eye[i], middle[i]) - base_half || base[i] - half >= std::max(eye[i], middle[i]) + base_half) return false;
        return true;
    };
    std::vector<Polygon> bases;  // that block, too
    for (std::size_t i = 0; i < state.bodies.size() && game.units_block_sight; ++i) {
        const int cell = state.bodies[i].cell;
        if (cell < 0 || cell == from || cell == to || !alive(game, state, static_cast<int>(i)) || !near(twentieths(cell))) continue;
        Polygon base;
        for (const auto& [x, y] : base_halves) base.push_back({twentieths(cell)[0] + 2 * x, twentieths(cell)[1] + 2 * y});
        bases.push_back(std::move(base));
    }
    const auto is_clear = [&](Place end) {
        return game.board.ground().seen(eye, end) && std::ranges::none_of(bases, [&](const Polygon& base) { return goes_through(eye, end, base); });
    };
    if (!game.sight_to_edge) return is_clear(middle);
    const auto outer = outer_halves({middle[0] - eye[0], middle[1] - eye[1]}, base_halves);
    return is_clear(middle) || std::ranges::any_of(outer, [&](Place half) { return is_clear({middle[0] + half[0], middle[1] + half[1]}); });
}

}  // namespace

bool clear_line(const Game& game, const State& state, int from, int to) {
    if (game.clear_everywhere) return true;
    if (game.board.free()) return clear_ground(game, state, from, to);
    const Place start = game.board.place_of(from);
    const Place end = game.board.place_of(to);
    const Place by{end[0] - start[0], end[1] - start[1]};
    const auto blocks = [&](Place past) {
        const auto cell = game.board.cell_at({start[0] + past[0], start[1] + past[1]});
        return cell && (game.board.blocked(*cell) || game.terrain_at(*cell).blocks_sight || (game.units_block_sight && state.occupant_of(*cell) >= 0));
    };
    const auto is_clear = [&](const Line& on_it) {
        return std::ranges::none_of(on_it.crossed, blocks) &&
               std::ranges::none_of(on_it.between, [&](const auto& pair) { return blocks(pair[0]) && blocks(pair[1]); });
    };
    const auto to_middle = [](Grid grid, Place cell) { return line_to(grid, cell, {}); };
    if (!game.sight_to_edge) return is_clear(found<Line>(game.fire_scale, game.board.grid(), by, to_middle));
    return std::ranges::any_of(found<ThreeLines>(game.fire_scale, game.board.grid(), by, three_lines), is_clear);
}

std::int64_t steps_of_line(const Game& game) {
    const std::int64_t lines = game.sight_to_edge ? three : 1;
    // Cells on either side of a line, or all corners that may be in its way.
    if (!game.board.free()) return lines * 3 * (range_max * game.fire_scale + 2);
    const std::int64_t bases = game.units_block_sight ? std::int64_t{base_halves.size() + 1} * game.end_of(south) : 0;
    return lines * (game.board.ground().steps_of_line() + bases);
}

std::int64_t Sights::steps(const Game& game) {
    const std::int64_t both_ways = game.sight_to_edge ? 2 : 1;
    return std::int64_t{game.sizes[north]} * game.sizes[south] * (1 + both_ways * steps_of_line(game));
}

void Sights::look(const Game& game, const State& state) {
    const int pairs = game.sizes[north] * game.sizes[south];
    pairs_.assign(static_cast<std::size_t>(pairs), {});
    auto pair = pairs_.begin();
    for (int unit = 0; unit < game.sizes[north]; ++unit)
        for (int enemy = game.first_of(south); enemy < game.end_of(south); ++enemy, ++pair) {
            if (!alive(game, state, unit) || !alive(game, state, enemy)) continue;
            const int from = state.body(unit).cell;
            const int to = state.body(enemy).cell;
            const int range = fire_range(game, from, to);
            if (range > range_max) continue;
            const bool clear = clear_line(game, state, from, to);
            *pair = {range, {clear, game.sight_to_edge ? clear_line(game, state, to, from) : clear}};
        }
}

}  // namespace muster::rules::simple_combat
