// What sessions and connections share. Made once in main, outlives them all.
#pragma once
#include <atomic>
#include <chrono>

#include "rules/battle.hpp"
#include "server/executor.hpp"
#include "storage/store.hpp"

namespace muster::server {

struct Settings {
    double messages_per_s = 200;  ///< per connection; 0: no limit
    double messages_burst = 400;
    std::chrono::milliseconds unload_after{60'000};  ///< a battle nobody looks at leaves memory
};

struct Services {
    IoContext& io;
    asio::thread_pool& readers;  ///< threads that may block on the store
    storage::Store& store;
    const rules::Rulesets& rulesets;
    Settings settings;
    std::atomic<bool> stopping{false};
};

}  // namespace muster::server
