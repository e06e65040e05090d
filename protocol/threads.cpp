#include "protocol/threads.hpp"

#include <thread>
#include <vector>

namespace muster::protocol {

void on_threads(std::size_t count, const std::function<void(std::size_t)>& work) {
    std::vector<std::jthread> others;  // joined at the end
    for (std::size_t i = 1; i < count; ++i) others.emplace_back([&work, i] { work(i); });
    if (count > 0) work(0);
}

}  // namespace muster::protocol
