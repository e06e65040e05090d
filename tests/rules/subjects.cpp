#include "tests/rules/subjects.hpp"

#include <array>

namespace muster::test {

std::span<const Subject* const> subjects() {
    static const std::array all{&advanced_subject(), &phased_subject(), &fleet_subject(), &armies_subject(), &simple_subject()};
    return all;
}

}  // namespace muster::test
