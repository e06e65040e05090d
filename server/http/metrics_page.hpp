// What /metrics shows: the server's counters and what store, odds and process say of themselves, in Prometheus' text format.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "server/base/metrics.hpp"
#include "server/base/settings.hpp"
#include "server/battle/nudges.hpp"
#include "server/card/card_service.hpp"
#include "server/http/forwarder.hpp"
#include "server/http/message.hpp"
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
    CardService::Statistics cards{};
    NudgeCounters nudges{};
    std::optional<Forwarder::Figures> nodes{};  ///< not there: no other server writes the store
};

/// Of a relay.
struct RelayFigures {
    const Metrics& metrics;
    std::size_t battles = 0;
    std::size_t paused = 0;
    std::int64_t lag_ms = 0;
    std::size_t bytes = 0;
    std::int64_t lines = 0;
    std::size_t requests = 0;
    std::int64_t lost = 0;
    std::int64_t events = 0;
};

/// Who may not read it is told so.
std::optional<HttpResponse> refuse_metrics(const Settings& settings, const HttpRequest& request);

std::string relay_metrics_page(const RelayFigures& from);
/// Reads /proc, so call it on a thread that may wait.
std::string metrics_page(const MetricsSources& from);

}  // namespace muster::server
