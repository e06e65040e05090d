// What the operator's machines ask: is it alive, can it work, what does it count.
#include "server/base/refusals.hpp"
#include "server/http/api.hpp"
#include "server/http/metrics_page.hpp"

namespace muster::server {

void HttpApi::answer_health(const Call&, Done done) { done({200, "text/plain", "ok\n"}); }

void HttpApi::answer_ready(const Call&, Done done) {
    readiness_.ask([done = std::move(done)](const std::string& trouble) {
        done(trouble.empty() ? HttpResponse{200, "text/plain", "ready\n"} : problem({Code::server_busy, trouble}));
    });
}

void HttpApi::answer_metrics(const Call& call, Done done) {
    if (auto refused = refuse_metrics(*services_.settings, call.request)) return done(std::move(*refused));
    const bool taken = services_.searches.post([self = shared_from_this(), done] {
        const auto& services = self->services_;
        if (services.stopping) return done(problem(going_down()));
        const MetricsSources sources{services.metrics,
                                     services.store.statistics(),
                                     services.store.counts(),
                                     self->lobby_->size(),
                                     services.battle_bytes.bytes(),
                                     self->odds_.statistics(),
                                     self->cards_.statistics(),
                                     services.nudges ? services.nudges->counters() : NudgeCounters{},
                                     self->forwarder_ ? std::optional(self->forwarder_->figures()) : std::nullopt};
        done({200, "text/plain; version=0.0.4; charset=utf-8", metrics_page(sources)});
    });
    if (!taken) done(problem({Code::server_busy, "too many lookups at once; try again in a moment"}));
}

}  // namespace muster::server
