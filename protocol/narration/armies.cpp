#include "protocol/narration/armies.hpp"

#include <algorithm>

#include "protocol/narration/text.hpp"
#include "protocol/narration/words.hpp"

namespace muster::narration {

namespace {

using rules::describe::Piece;
using rules::describe::Side;
using rules::describe::Sort;

std::string name_of(const Piece& piece) {
    if (piece.sort == Sort::token) return worded(piece.unit) + (piece.start == 1 ? " token" : " tokens");
    return (piece.enhanced ? "enhanced " : "") + (piece.start == 1 ? singular(piece.unit) : worded(piece.unit));
}

std::vector<std::string> column(const Side& side) {
    std::vector<std::string> out;
    long long total = 0;
    std::size_t digits = 1;
    for (const auto& piece : side.pieces) digits = std::max(digits, std::to_string(piece.start).size());
    for (const auto& piece : side.pieces) {
        const auto count = std::to_string(piece.living);
        const auto of = piece.living == piece.start ? "" : "of " + std::to_string(piece.start) + " ";
        out.emplace_back(digits - count.size(), ' ').append(count).append(" ").append(of).append(name_of(piece));
        if (piece.sort != Sort::beside) total += piece.living;
    }
    out.push_back("= " + counted(total, "unit"));
    return out;
}

}  // namespace

std::vector<std::string> army_rows(std::span<const Side> sides, std::span<const std::string> titles) {
    if (std::ranges::all_of(sides, [](const Side& side) { return side.pieces.empty(); })) return {};
    std::vector<std::vector<std::string>> cells(1);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        cells[0].push_back(titles[i]);
        const auto rows = column(sides[i]);
        if (cells.size() < rows.size() + 1) cells.resize(rows.size() + 1);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            cells[row + 1].resize(i);
            cells[row + 1].push_back(rows[row]);
        }
    }
    for (auto& row : cells)
        for (std::size_t i = 0; i + 1 < row.size(); ++i) row[i] = padded(row[i], 24);
    return table(cells, 4);
}

}  // namespace muster::narration
