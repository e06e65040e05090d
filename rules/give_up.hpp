// Long work that its caller may give up: a server that goes down, a time that is up.
#pragma once
#include <functional>

namespace muster {

/// Asked again and again while the work goes on; true: nobody wants the result any more, and the work ends without one. Empty: it
/// goes on to its end.
using GiveUp = std::function<bool()>;

inline bool is_given_up(const GiveUp& give_up) { return give_up && give_up(); }

}  // namespace muster
