// A line of a sum as events show it: what counted, and how much.
#pragma once
#include <vector>

#include "rules/fields.hpp"

namespace muster::rules {

struct SumLine {
    std::string line;
    int value = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "line", self.line, "value", self.value); }
};

/// Most lines are shown only where they count.
inline void add_unless_zero(std::vector<SumLine>& lines, const char* line, int value) {
    if (value != 0) lines.push_back({line, value});
}

}  // namespace muster::rules
