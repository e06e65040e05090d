#include "rules/civilization/seats.hpp"

namespace muster::rules::civilization {

const std::vector<std::string>& seat_names() {
    static const std::vector<std::string> names{"attacker", "defender"};
    return names;
}

const std::string& seat_name(int seat) { return seat_names()[static_cast<std::size_t>(seat)]; }

}  // namespace muster::rules::civilization
