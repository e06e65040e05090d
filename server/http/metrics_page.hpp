// What /metrics shows: the server's counters and what store, odds and process say of themselves, in Prometheus' text format.
#pragma once
#include <cstddef>
#include <string>

#include "server/base/metrics.hpp"
#include "server/battle/nudges.hpp"
#include "server/study/odds_service.hpp"
#include "storage/store.hpp"

namespace muster::server {

struct MetricsSources {
    const Metrics& metrics;
    storage::Statistics store{};
    std::expected<storage::Counts, storage::Failure> battles{};
    std::size_t battles_in_memory = 0;
    std::size_t battle_bytes = 0;
    OddsService::Statistics odds{};
    NudgeCounters nudges{};
};

/// Reads /proc, so call it on a thread that may wait.
std::string metrics_page(const MetricsSources& from);

}  // namespace muster::server
