// How a battle ended, without words.
#pragma once
#include "rules/seat.hpp"

namespace muster::rules {

struct Finish {
    std::optional<Seat> winner{};  ///< nothing: nobody
    const char* reason = "";
};

}  // namespace muster::rules
