#include <algorithm>
#include <random>

#include "clients/cli/connection.hpp"

namespace muster::cli {

std::chrono::milliseconds Backoff::next() {
    static std::minstd_rand random{std::random_device{}()};
    const int delay = delay_ms_;
    delay_ms_ = std::min(2 * delay_ms_, last_ms);
    return std::chrono::milliseconds(std::uniform_int_distribution(delay / 2, delay)(random));
}

}  // namespace muster::cli
