// Tests of battles as they stand, but every server is a pair on one database, and its clients come by both (ServerProcess::port).
#include <cstdlib>

namespace {

[[maybe_unused]] const int by_pairs = ::setenv("MUSTER_TEST_NODES", "1", 1);

}  // namespace
