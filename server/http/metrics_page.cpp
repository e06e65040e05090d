#include "server/http/metrics_page.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include "protocol/program/version.hpp"
#include "server/base/log.hpp"
#include "server/base/process_status.hpp"

namespace muster::server {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Label = ClientMetric::Label;

struct Sample {
    double value = 0;
    std::vector<Label> labels{};
};

class Page {
public:
    void counter(const std::string& name, const std::string& help, const std::vector<Sample>& samples) { add(name, help, MetricType::Counter, samples); }
    void gauge(const std::string& name, const std::string& help, const std::vector<Sample>& samples) { add(name, help, MetricType::Gauge, samples); }
    void counter(const std::string& name, const std::string& help, const Counter& counted) { counter(name, help, {{sample(counted)}}); }
    void gauge(const std::string& name, const std::string& help, const Gauge& counted) { gauge(name, help, {{number(counted.value())}}); }
    void histogram(const std::string& name, const std::string& help, const DurationHistogram& durations);

    static double number(auto value) { return static_cast<double>(value); }
    static Sample sample(const Counter& counted, std::vector<Label> labels = {}) { return {number(counted.value()), std::move(labels)}; }
    std::string text() const { return prometheus::TextSerializer().Serialize(families_); }

private:
    void add(const std::string& name, const std::string& help, MetricType type, const std::vector<Sample>& samples);

    std::vector<MetricFamily> families_{};
};

void Page::add(const std::string& name, const std::string& help, MetricType type, const std::vector<Sample>& samples) {
    MetricFamily family;
    family.name = name;
    family.help = help;
    family.type = type;
    for (const auto& each : samples) {
        ClientMetric metric;
        metric.label = each.labels;
        metric.counter.value = each.value;
        metric.gauge.value = each.value;
        family.metric.push_back(std::move(metric));
    }
    families_.push_back(std::move(family));
}

void Page::histogram(const std::string& name, const std::string& help, const DurationHistogram& durations) {
    ClientMetric metric;
    std::int64_t below = 0;
    for (std::size_t i = 0; i <= DurationHistogram::bounds_s.size(); ++i) {
        below += durations.count(i);
        const double bound = i < DurationHistogram::bounds_s.size() ? DurationHistogram::bounds_s[i] : std::numeric_limits<double>::infinity();
        metric.histogram.bucket.push_back({static_cast<std::uint64_t>(below), bound});
    }
    metric.histogram.sample_count = static_cast<std::uint64_t>(below);
    metric.histogram.sample_sum = durations.sum_s();
    MetricFamily family;
    family.name = name;
    family.help = help;
    family.type = MetricType::Histogram;
    family.metric.push_back(std::move(metric));
    families_.push_back(std::move(family));
}

void show_battles(Page& page, const MetricsSources& from) {
    if (from.battles)
        page.gauge("muster_battles", "Battles in the store by state",
                   {{Page::number(from.battles->waiting), {{"state", "waiting"}}},
                    {Page::number(from.battles->running), {{"state", "running"}}},
                    {Page::number(from.battles->over), {{"state", "over"}}}});
    if (from.battles)
        page.gauge("muster_battles_uncounted", "Finished battles whose dice are still to be added to the sums of the audit",
                   {{Page::number(from.battles->uncounted)}});
    page.gauge("muster_battles_in_memory", "Battles in memory", {{Page::number(from.battles_in_memory)}});
    page.gauge("muster_battle_bytes", "Memory taken by battles in memory and by what is queued for them", {{Page::number(from.battle_bytes)}});
    page.gauge("muster_viewers", "People following battles now; a connection counts once for each battle it follows",
               {{Page::number(from.metrics.players.value()), {{"role", "player"}}}, {Page::number(from.metrics.spectators.value()), {{"role", "spectator"}}}});
    page.gauge("muster_together_rooms", "Rooms in which battles are looked back at together", from.metrics.together_rooms);
    page.gauge("muster_together_members", "People in these rooms", from.metrics.together_members);
    page.counter("muster_together_moves_total", "Moments shown and places pointed at in these rooms", from.metrics.together_moves);
    std::vector<Sample> choices{Page::sample(from.metrics.choices_accepted, {{"result", "accepted"}})};
    for (std::size_t i = 0; i < Metrics::codes; ++i)
        choices.push_back(Page::sample(from.metrics.choices_rejected[i], {{"result", std::string(name(static_cast<Code>(i)))}}));
    page.counter("muster_choices_total", "Choices and retractions by result: accepted, or the refusal's code", choices);
    page.gauge("muster_commands_waiting", "Commands queued for battles", from.metrics.commands_waiting);
    page.counter("muster_nudges_total", "Nudges by result",
                 {{Page::number(from.nudges.sent), {{"result", "sent"}}},
                  {Page::number(from.nudges.retried), {{"result", "retried"}}},
                  {Page::number(from.nudges.failed), {{"result", "failed"}}},
                  {Page::number(from.nudges.dropped), {{"result", "dropped"}}}});
    page.gauge("muster_nudges_waiting", "Turns whose nudge is still to be sent", {{Page::number(from.nudges.waiting)}});
}

void show_store(Page& page, const MetricsSources& from) {
    page.histogram("muster_commit_seconds", "Time from handing a step to the store until it is durable", from.metrics.commits);
    page.counter("muster_store_operations_total", "Store operations by result",
                 {{Page::number(from.store.operations), {{"result", "stored"}}}, {Page::number(from.store.failed), {{"result", "failed"}}}});
    page.counter("muster_store_commits_total", "Store transactions; operations per transaction is the group size", {{Page::number(from.store.commits)}});
    page.gauge("muster_store_waiting", "Operations queued for the store", {{Page::number(from.store.waiting)}});
    for (const storage::Figure& each : from.store.figures) {
        const std::vector<Sample> samples{{Page::number(each.value)}};
        if (each.kind == storage::Figure::Kind::total) page.counter("muster_store_" + each.name, each.about, samples);
        else page.gauge("muster_store_" + each.name, each.about, samples);
    }
}

void show_nodes(Page& page, const Forwarder::Figures& figures) {
    page.gauge("muster_node_battles", "Battles of other servers of the store that somebody here is at", {{Page::number(figures.battles)}});
    page.gauge("muster_node_lines", "Connections to wherever these are: one for each player, one for all spectators of a battle",
               {{Page::number(figures.lines)}});
    page.counter("muster_node_lost_total", "Connections to other servers that ended before they were done with; the battle is looked for anew",
                 {{Page::number(figures.lost)}});
    page.counter("muster_node_requests_total", "HTTP requests that were passed on to other servers of the store", {{Page::number(figures.requests)}});
}

void show_connections(Page& page, const Metrics& metrics) {
    page.gauge("muster_connections", "Open connections, WebSocket and HTTP", metrics.connections);
    page.counter("muster_connections_accepted_total", "Connections accepted", metrics.connections_accepted);
    page.counter("muster_connections_refused_total", "Connections refused because there were too many, overall or from one address",
                 metrics.connections_refused);
    page.counter("muster_websockets_opened_total", "Connections that became WebSockets", metrics.websockets_opened);
    page.counter("muster_slow_readers_closed_total", "WebSockets closed with 4008", metrics.slow_readers_closed);
    page.counter("muster_messages_total", "Messages from clients over WebSocket", metrics.messages);
    page.counter("muster_messages_rate_limited_total", "Messages refused as rate_limited", metrics.messages_rate_limited);
    std::vector<Sample> requests;
    requests.reserve(metrics.requests.size());
    for (std::size_t i = 0; i < metrics.requests.size(); ++i) requests.push_back(Page::sample(metrics.requests[i], {{"status", std::to_string(i + 2) + "xx"}}));
    page.counter("muster_http_requests_total", "HTTP requests by status class", requests);
}

void show_cards(Page& page, const CardService::Statistics& cards) {
    page.counter("muster_cards_total", "Pictures of battles by result",
                 {{Page::number(cards.drawn), {{"result", "drawn"}}},
                  {Page::number(cards.kept), {{"result", "kept"}}},
                  {Page::number(cards.refused), {{"result", "refused"}}}});
    page.gauge("muster_cards_kept_bytes", "Bytes of pictures that are kept", {{Page::number(cards.bytes)}});
}

void show_odds(Page& page, const MetricsSources& from) {
    page.gauge("muster_odds_waiting", "Odds questions queued", {{Page::number(from.odds.waiting)}});
    page.counter("muster_odds_questions_total", "Odds questions by result",
                 {{Page::number(from.odds.answered), {{"result", "answered"}}}, {Page::number(from.odds.refused), {{"result", "refused"}}}});
    page.histogram("muster_odds_seconds", "Time to compute the answer to an odds question, without queueing", from.metrics.odds);
}

void show_process(Page& page) {
    std::vector<Sample> lines;
    for (const auto* level : {"info", "warning", "error", "critical"}) lines.push_back({Page::number(log::lines(level)), {{"level", level}}});
    page.counter("muster_log_lines_total", "Log lines by level; critical means a bug", lines);
    page.gauge("muster_build_info", "Always 1; the version is in the label", {{1, {{"version", std::string(version)}}}});
    const auto status = process_status();
    page.counter("process_cpu_seconds_total", "Processor time used", {{status.cpu_s}});
    page.gauge("process_start_time_seconds", "When the server started, in seconds since the epoch", {{status.started_s}});
    page.gauge("process_resident_memory_bytes", "Memory in use", {{Page::number(status.resident_bytes)}});
    page.gauge("process_open_fds", "Open files and sockets", {{Page::number(status.open_files)}});
    page.gauge("process_max_fds", "How many files and sockets may be open", {{Page::number(status.open_files_max)}});
}

}  // namespace

std::optional<HttpResponse> refuse_metrics(const Settings& settings, const HttpRequest& request) {
    if (settings.metrics == "off") return problem(404, {Code::bad_message, "there is nothing at this address"});
    if (settings.metrics == "local" && !request.local)
        return problem(403, {Code::bad_message, "metrics are told to this machine only (the setting \"metrics\")"});
    return {};
}

std::string relay_metrics_page(const RelayFigures& from) {
    Page page;
    page.gauge("muster_relay_battles", "Battles of the server upstream that are followed", {{Page::number(from.battles)}});
    page.gauge("muster_relay_battles_paused", "Of these, those whose upstream is missed now", {{Page::number(from.paused)}});
    page.gauge("muster_relay_lag_seconds", "For how long upstream is missed, at most", {{Page::number(from.lag_ms) / 1000}});
    page.gauge("muster_relay_bytes", "Memory of their histories", {{Page::number(from.bytes)}});
    page.gauge("muster_relay_lines", "WebSockets to the server upstream", {{Page::number(from.lines)}});
    page.gauge("muster_relay_requests", "HTTP requests to it that are under way", {{Page::number(from.requests)}});
    page.counter("muster_relay_lost_total", "How often a battle's upstream was lost", {{Page::number(from.lost)}});
    page.counter("muster_relay_events_total", "Events that came from upstream", {{Page::number(from.events)}});
    page.gauge("muster_spectators", "Who watches here", from.metrics.spectators);
    show_connections(page, from.metrics);
    show_process(page);
    return page.text();
}

std::string metrics_page(const MetricsSources& from) {
    Page page;
    show_battles(page, from);
    show_store(page, from);
    if (from.nodes) show_nodes(page, *from.nodes);
    show_connections(page, from.metrics);
    show_odds(page, from);
    show_cards(page, from.cards);
    show_process(page);
    return page.text();
}

}  // namespace muster::server
