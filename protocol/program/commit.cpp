#include "protocol/program/commit.hpp"

namespace muster {

const std::string_view commit = MUSTER_COMMIT;

}  // namespace muster
