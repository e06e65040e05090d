// A throw as chance would have it.
#pragma once
#include "rules/dice/notation.hpp"
#include "rules/random.hpp"

namespace muster::rules::dice {

/// Of all kinds, small ones; not each as likely as every other.
Throw random_throw(Random& random);

}  // namespace muster::rules::dice
