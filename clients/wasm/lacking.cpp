// What the module lacks: threads. What was for several is done one after the other.
#include <cstddef>

#include "protocol/threads.hpp"

namespace muster::protocol {

void on_threads(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace muster::protocol
