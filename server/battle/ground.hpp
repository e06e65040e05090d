// What everything that serves clients stands on, whether it keeps battles itself or passes on those of another server. Made once in main, outlives
// them all.
#pragma once
#include <atomic>

#include "server/access/bans.hpp"
#include "server/base/current.hpp"
#include "server/base/executor.hpp"
#include "server/base/metrics.hpp"
#include "server/base/settings.hpp"
#include "server/battle/server_time.hpp"

namespace muster::server {

struct Ground {
    IoContext& io;
    ServerTime& time;
    Current<Settings> settings;
    Bans bans{};
    std::atomic<bool> stopping{false};
    Metrics metrics{};
};

}  // namespace muster::server
