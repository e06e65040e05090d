#include "protocol/program/version.hpp"

namespace muster {

const std::string_view version = MUSTER_VERSION;

}  // namespace muster
