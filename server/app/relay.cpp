#include "server/app/relay.hpp"

#include "server/app/listener.hpp"
#include "server/app/say_where.hpp"
#include "server/app/shutdown.hpp"
#include "server/base/exit_codes.hpp"
#include "server/base/log.hpp"
#include "server/base/process.hpp"
#include "server/relay/relay_api.hpp"
#include "server/relay/upstream_line.hpp"
#include "server/ws/connection.hpp"

namespace muster::server {

namespace {

/// Does once a second what has to be done then, until it is stopped.
class EverySecond : public std::enable_shared_from_this<EverySecond> {
public:
    EverySecond(IoContext& io, std::function<void()> what) : timer_(asio::make_strand(io)), what_(std::move(what)) {}

    void start() {
        what_();
        wait();
    }
    void stop() {
        asio::post(timer_.get_executor(), [self = shared_from_this()] {
            self->stopped_ = true;
            self->timer_.cancel();
        });
    }

private:
    void wait() {
        timer_.expires_after(ServerTime::look_every);
        timer_.async_wait([self = shared_from_this()](ErrorCode error) {
            if (error || self->stopped_) return;
            self->what_();
            self->wait();
        });
    }

    Timer timer_;
    const std::function<void()> what_;
    bool stopped_ = false;
};

/// Of an answer only its status and its body; of none, whether that was for want of a place here.
UpstreamHttp::Done plain(Origin::Answered done) {
    return [done = std::move(done)](std::expected<HttpResponse, UpstreamHttp::NoAnswer> answer) {
        if (answer) return done(std::pair(answer->status, std::move(answer->body)));
        done(std::unexpected(answer.error().asked ? std::nullopt : std::optional(answer.error().refusal)));
    };
}

}  // namespace

int run_relay(const Config& config, const Reload::Read& read_again, Certificate* certificate) {
    const int threads = config.threads > 0 ? config.threads : cores();
    IoContext io(threads);
    const SystemClock clock;
    ServerTime time(clock);
    Ground ground{io, time, config.settings};
    const Trust trust;
    const auto dialler = std::make_shared<Dialler>(*config.relay, trust, clock, system_look_up(io, *config.relay));
    UpstreamHttp upstream_http(io, *dialler);
    UpstreamHttp verdicts(io, *dialler);  // they wait for nobody's long poll and slow reader
    Origin origin(config.relay->url(), clock, [&](const std::string& relays, const std::string& for_address, Origin::Answered done) {
        verdicts.get({.target = "/api/v1/origin", .for_address = for_address, .relays = relays, .within = limits::relay_verdict_max}, plain(std::move(done)));
    });
    ServerUpstream upstream(dialler,
                            [name = origin.name()](const std::string&) { return std::vector<std::pair<std::string, std::string>>{{"Muster-Relays", name}}; });
    RelayGround all{ground, upstream, origin, clock};
    const auto relays = std::make_shared<Relays>(all, [&](const std::string& query, const std::string& for_address, Origin::Answered done) {
        const std::string target = "/api/v1/battles" + (query.empty() ? "" : "?" + query);
        upstream_http.get({.target = target, .for_address = for_address, .relays = origin.name()}, plain(std::move(done)));
    });
    const auto notice = bundle_of(0, protocol::Notice{"restart", "the server is shutting down; nothing is lost, come back in a moment"});
    Callers callers(config.caller_limits, config.unlimited_addresses, config.trusted_proxies);
    HttpServices http{ground,
                      Admission{config.connections_max, config.allowed_origins},
                      std::make_shared<RelayApi>(all, origin, relays, upstream_http, notice),
                      std::make_shared<Connections>(),
                      callers,
                      certificate,
                      websocket_connections(ground, relays, relays, notice)};
    const auto listener = Listener::open(http, config.host, config.port);
    if (!listener) {
        log::last_word(listener.error().why);
        return listener.error().configuration ? wrong_usage : trouble;
    }
    (*listener)->start();
    const auto every_second = std::make_shared<EverySecond>(io, [&] {
        static_cast<void>(time.look());
        origin.admit({}, {}, [](const std::optional<Refusal>&) {});
        relays->look();
    });
    every_second->start();
    const Reload reload(config, read_again, http, certificate);
    const Shutdown shutdown(
        http, **listener, [] {},
        [&] {
            every_second->stop();
            relays->stop();
            upstream_http.stop();
            verdicts.stop();
        });
    say_where(config, (*listener)->port(), threads);
    run_on_threads(io, threads);
    log::info("ended");
    return done;
}

}  // namespace muster::server
