#include "server/base/version.hpp"

namespace muster::server {

const std::string_view version = MUSTER_VERSION;

}  // namespace muster::server
