#include "server/app/allocator.hpp"

// It stands in for malloc without being called by name: this is null where it is not linked.
extern "C" [[gnu::weak]] int mi_version();

namespace muster::server {

std::vector<std::string> allocator() {
    if (!mi_version) return {};
    const int version = mi_version();  // 209 is 2.0.9
    return {"mimalloc " + std::to_string(version / 100) + "." + std::to_string(version / 10 % 10) + "." + std::to_string(version % 10)};
}

}  // namespace muster::server
