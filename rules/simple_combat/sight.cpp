#include "rules/simple_combat/sight.hpp"

#include <algorithm>
#include <cstdlib>

namespace muster::rules::simple_combat {

namespace {

/// What lies on the line from the origin to a cell: cells that it crosses, and pairs of cells between which it passes,
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

/// Adds to `line` what the cell at `cell` is to the line from the origin to `to`.
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
        const Fraction enters{centre - 1, slope};
        const Fraction leaves{centre + 1, slope};
        if (from < enters) from = enters;
        if (leaves < until) until = leaves;
    }
    if (until < from) return;
    if (from == until) {
        if (forms.size() != square_forms.size()) return;  // hexes: the line goes past a point of this cell
        // E7: on squares between two cells that meet in a corner only.
        for (std::size_t i = 0; i < forms.size(); ++i) corner[i] = forms[i].of(to) * from.over > forms[i].of(cell) * from.under ? 1 : -1;
        along = corner;
    }
    if (!along) {
        line.crossed.push_back(cell);
        return;
    }
    const Place beside{cell[0] + (*along)[0], cell[1] + (*along)[1]};
    if (cell < beside) line.between.push_back({cell, beside});  // both are visited; once is enough
}

Line line_to(Grid grid, Place to) {
    const auto forms = grid == Grid::hex ? std::span<const Form>(hex_forms) : std::span<const Form>(square_forms);
    Line line;
    for (int first = std::min(to[0], 0) - 1; first <= std::max(to[0], 0) + 1; ++first)
        for (int second = std::min(to[1], 0) - 1; second <= std::max(to[1], 0) + 1; ++second) {
            const Place cell{first, second};
            if (cell != Place{} && cell != to) classify(forms, to, cell, line);
        }
    return line;
}

constexpr int span = 2 * range_max + 1;
using Lines = std::array<Line, static_cast<std::size_t>(span) * span>;

std::size_t index_of(Place by) {
    const int index = (by[0] + range_max) * span + by[1] + range_max;
    return static_cast<std::size_t>(index);
}

Lines all_lines(Grid grid) {
    Lines out;
    for (int first = -range_max; first <= range_max; ++first)
        for (int second = -range_max; second <= range_max; ++second) out[index_of({first, second})] = line_to(grid, {first, second});
    return out;
}

const Line& line(Grid grid, Place by) {
    static const std::array<Lines, 2> lines{all_lines(Grid::hex), all_lines(Grid::square)};
    return lines[static_cast<std::size_t>(grid)][index_of(by)];
}

}  // namespace

bool clear_line(const Game& game, const State& state, int from, int to) {
    const Place start = game.board.place_of(from);
    const Place end = game.board.place_of(to);
    const auto blocks = [&](Place by) {
        const auto cell = game.board.cell_at({start[0] + by[0], start[1] + by[1]});
        return cell && (game.board.blocked(*cell) || (game.units_block_sight && state.occupant_of(*cell) >= 0));
    };
    const Line& on_it = line(game.board.grid(), {end[0] - start[0], end[1] - start[1]});
    return std::ranges::none_of(on_it.crossed, blocks) &&
           std::ranges::none_of(on_it.between, [&](const auto& pair) { return blocks(pair[0]) && blocks(pair[1]); });
}

void Sights::look(const Game& game, const State& state) {
    const int pairs = game.sizes[north] * game.sizes[south];
    sights_.assign(static_cast<std::size_t>(pairs), {});
    auto sight = sights_.begin();
    for (int unit = 0; unit < game.sizes[north]; ++unit)
        for (int enemy = game.first_of(south); enemy < game.end_of(south); ++enemy, ++sight) {
            if (!alive(game, state, unit) || !alive(game, state, enemy)) continue;
            const int from = state.body(unit).cell;
            const int to = state.body(enemy).cell;
            const int range = game.board.range(from, to);
            if (range <= range_max) *sight = {range, clear_line(game, state, from, to)};
        }
}

}  // namespace muster::rules::simple_combat
