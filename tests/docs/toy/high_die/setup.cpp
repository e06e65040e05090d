#include "rules/high_die/setup.hpp"

namespace muster::rules::high_die {

std::expected<Setup, Refusal> read_setup(const Json& json) { return read_fields<Setup>(json, Code::bad_setup); }

}  // namespace muster::rules::high_die
