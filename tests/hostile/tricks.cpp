#include "tests/hostile/tricks.hpp"

#include <algorithm>

#include "tests/hostile/trick_lists.hpp"

namespace muster::test {

const std::vector<Trick>& tricks() {
    static const std::vector<Trick> made = [] {
        auto out = tricks_at_the_table();
        std::ranges::move(tricks_of_records(), std::back_inserter(out));
        return out;
    }();
    return made;
}

}  // namespace muster::test
