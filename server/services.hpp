// What sessions and connections share. Made once in main, outlives them all.
#pragma once
#include <atomic>
#include <chrono>

#include "rules/battle.hpp"
#include "server/bans.hpp"
#include "server/clock.hpp"
#include "server/executor.hpp"
#include "server/metrics.hpp"
#include "server/nudges.hpp"
#include "server/waker.hpp"
#include "storage/store.hpp"

namespace muster::server {

struct Settings {
    double messages_per_s = 200;  ///< per connection; 0: no limit
    double messages_burst = 400;
    std::chrono::milliseconds unload_after{60'000};  ///< a battle nobody looks at leaves memory
    std::string metrics = "local";                   ///< whom /metrics is told: local, all or off
};

struct Services {
    IoContext& io;
    asio::thread_pool& readers;  ///< threads that may block on the store
    storage::Store& store;
    const rules::Rulesets& rulesets;
    const Clock& clock;
    Waker& waker;
    Settings settings;
    Bans bans{};
    Nudges* nudges = nullptr;  ///< null: nobody is told
    std::atomic<bool> stopping{false};
    Metrics metrics{};
};

}  // namespace muster::server
