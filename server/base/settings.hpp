// What an operator may set of how the server works; where each is set stands in config/.
#pragma once
#include <chrono>
#include <string>

#include "server/base/limits.hpp"

namespace muster::server {

struct Settings {
    double messages_per_s = 200;  ///< per connection; 0: no limit
    double messages_burst = 400;
    std::chrono::milliseconds unload_after{60'000};  ///< a battle nobody looks at leaves memory
    std::chrono::milliseconds share_wait = limits::share_wait;
    std::size_t battle_bytes_max = limits::battle_bytes_max;
    std::size_t long_battle_bytes = limits::long_battle_bytes;
    std::string metrics = "local";  ///< whom /metrics is told: local, all or off
    std::string public_url{};       ///< where battles are reached from outside, without a slash at its end; empty: not known
    bool log_addresses = false;     ///< whether the log may name them
};

}  // namespace muster::server
