// Prints the battles, one a line, for the page's test.
#include <cstdio>

#include "tests/told/battles.hpp"

int main() {
    for (const auto& each : muster::test::told_battles()) std::puts(muster::to_json_value(each).dump().c_str());
}
