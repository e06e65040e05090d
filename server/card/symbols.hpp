// The symbols of the page (clients/web/src/symbols), for pictures that the server draws.
#pragma once
#include <string>
#include <string_view>

namespace muster::server {

/// SVG paths in a field of 32 x 32.
struct Symbol {
    std::string fill{};  ///< painted by even-odd; empty: nothing is
    std::string line{};  ///< drawn with a pen of width 2
};

/// Of a class of units, a token or a profile; of whatever has no symbol the one that stands for anything. `era`: 0 if it has none.
const Symbol& symbol_of(std::string_view kind, int era = 0);
bool has_symbol(std::string_view kind);

/// Of a side, by its colour: 'a' to 'h'.
const std::string& emblem_of(char colour);

}  // namespace muster::server
