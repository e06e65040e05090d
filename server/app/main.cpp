// musterd: config → store → lobby → listener → signals → run.
#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "protocol/server_messages.hpp"
#include "rules/systems.hpp"
#include "server/access/address_limits.hpp"
#include "server/app/allocator.hpp"
#include "server/app/listener.hpp"
#include "server/app/relay.hpp"
#include "server/app/reload.hpp"
#include "server/app/say_where.hpp"
#include "server/app/shutdown.hpp"
#include "server/base/exit_codes.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/process.hpp"
#include "server/battle/lobby.hpp"
#include "server/battle/store_clock.hpp"
#include "server/battle/stored_key.hpp"
#include "server/battle/waker.hpp"
#include "server/card/libraries.hpp"
#include "server/config/config.hpp"
#include "server/http/api.hpp"
#include "server/nudge/service.hpp"
#include "server/operator/command_line.hpp"
#include "server/operator/control.hpp"
#include "server/operator/half_moved.hpp"
#include "server/peers/peers.hpp"
#include "server/study/odds_service.hpp"
#include "server/witness/witness_client.hpp"
#include "server/ws/connection.hpp"
#include "storage/open.hpp"

namespace {

using namespace muster;
using namespace muster::server;

// The certificate, if TLS is wanted.
std::expected<std::unique_ptr<Certificate>, std::string> open_certificate(const Config& config) {
    if (config.tls_certificate.empty()) return nullptr;
    return Certificate::open(config.tls_certificate, config.tls_key);
}

// Without it the server runs all the same; only the operator's commands cannot reach it.
std::unique_ptr<Control> open_control(const Config& config, Operator& answerer) {
    const auto socket = control_socket(config.store());
    if (!socket) return nullptr;
    auto control = Control::open(*socket, answerer);
    if (control) return std::move(*control);
    log::warn("the operator's commands cannot reach this server: " + control.error());
    return nullptr;
}

// It cannot start, or not go on.
int give_up(const std::string& why, ExitCode code = trouble) {
    log::last_word(why);
    return code;
}

// What outlived the last run: whom time is to wake, and who is banned.
std::expected<void, std::string> recall(Waker& waker, Services& services) {
    if (const auto restored = waker.restore(); !restored) return std::unexpected(restored.error().message);
    return recall_bans(services);
}

// The waker is older than the services that battles count themselves in: it must not keep the last of them.
void tie(Waker& waker, NudgeService& nudges, const std::shared_ptr<Lobby>& lobby) {
    nudges.on_lost([lobby](const std::string& battle, const std::string& subscription) {
        if (const auto found = lobby->find(battle)) (*found)->command(DropNudge{subscription}, {});
    });
    waker.on_due([weak = std::weak_ptr(lobby)](const std::string& battle) {
        if (const auto found = weak.lock()) found->wake(battle);
    });
    waker.on_moved([weak = std::weak_ptr(lobby)] {
        if (const auto found = weak.lock()) found->wake_all();
    });
    waker.start();
}

// The store is older than the lobby likewise.
void hear_of_lost(storage::Store& store, const std::shared_ptr<Lobby>& lobby) {
    store.on_lost([weak = std::weak_ptr(lobby)](const std::string& battle) {
        if (const auto found = weak.lock()) found->lost(battle);
    });
}

// Where it reaches the database no more, this server can tell nobody anything new, and another one has its battles, or will.
void hear_of_reach(storage::Neighbours& neighbours, const std::shared_ptr<Lobby>& lobby) {
    neighbours.on_reach([weak = std::weak_ptr(lobby)](bool reached, bool others) {
        if (reached) return log::warn("the database is reached again");
        log::warn("the database is not reached: no choice is taken here until it is",
                  {{"others", others ? "battles go on at the other servers, to which whoever looks at one here is sent" : "none lived"}});
        const auto found = others ? weak.lock() : nullptr;
        if (found) found->send_away();
    });
}

void hear_of_address(storage::Neighbours& neighbours) {
    neighbours.on_unreachable([](const std::string& url) {
        if (url.empty())
            log::warn("other servers share the database, and cannot reach this one: say with node-url where it is; what it has is refused there until then");
        else
            log::warn("another server of the database says that it is reached at this one's node-url: what either has is refused at the others",
                      {{"node-url", url}});
    });
}

// Everybody is told and nobody new comes in: what is still under way ends (a search at once, since it looks at `stopping`), and the store last.
void wind_up(Services& services, NudgeService& nudges, WitnessClient& witnesses) {
    nudges.stop();
    witnesses.stop();
    services.searches.let_go();
    services.loads.join();
    services.long_loads.join();  // after those who hand over to it
    services.searches.join();
    services.store.close();
    services.io.restart();  // what the store reported last still wants to be said to nobody
    run_on_threads(services.io, 1);
    log::info("ended");
}

// A sanitizer looks for leaks and races until everything is destroyed.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

// Nobody waits for anything any more. What is left only holds memory, up to a gigabyte of battles, or works on what nobody will hear of,
// the verdict on a record of 8 MiB, say: to put all that in order took a second and more, and the system takes it back at once.
void end_at_once(std::unique_ptr<Control> control, std::unique_ptr<storage::Store> store, bool lasts) {
    control.reset();           // its last command is answered
    if (lasts) store.reset();  // leaves one file
    std::_Exit(done);
}

int run(const Config& config, const Reload::Read& read_again, std::unique_ptr<storage::Store> owned, storage::Neighbours& neighbours,
        Certificate* certificate) {
    storage::Store& store = *owned;
    const int threads = config.threads > 0 ? config.threads : cores();
    IoContext io(threads);
    BoundedPool wakes(1, 2);
    BoundedPool loads(2, limits::loads_waiting_max);
    BoundedPool long_loads(1, limits::long_loads_waiting_max);
    BoundedPool searches(2, limits::searches_waiting_max);
    BoundedPool counting(1, 2);
    const StoreClock clock(store);
    ServerTime time(clock);
    Waker waker(io, wakes, store, time);
    if (const auto whole = expect_whole(store); !whole) return give_up(whole.error());
    auto proof_key = stored_proof_key(store);
    if (!proof_key) return give_up(proof_key.error().message);
    Services services{{io, time, config.settings}, loads, long_loads, searches, store, rules::shipped_rulesets(), waker, std::move(*proof_key)};
    if (const auto recalled = recall(waker, services); !recalled) return give_up(recalled.error());
    auto push_key = stored_key(store, push_key_name);
    if (!push_key) return give_up(push_key.error().message);
    NudgeService nudges(config.nudges, std::move(*push_key), [&time] { return time.now(); });
    services.nudges = &nudges;
    DiceCounter dice(counting, store, rules::shipped_rulesets());
    services.dice = &dice;
    WitnessClient witnesses(config.witnesses);
    services.witnesses = &witnesses;
    const auto lobby = std::make_shared<Lobby>(services);
    hear_of_lost(store, lobby);
    std::optional<NodePass> pass;
    std::shared_ptr<Peers> peers;
    if (!config.store().address.empty()) {
        auto secret = stored_node_secret(store);
        if (!secret) return give_up(secret.error().message);
        pass.emplace(std::move(*secret), config.node_url, [&store] { return store.clock_ms(); });
        peers = Peers::make(services, lobby, *pass, clock);
        services.elsewhere = peers.get();
        hear_of_reach(neighbours, lobby);
        hear_of_address(neighbours);
        neighbours.on_outdated([] { log::error("the store is a newer server's now: this one stores nothing any more; start the newer musterd here, too"); });
        neighbours.on_gone([weak = std::weak_ptr(peers)](const std::string& url) {
            if (const auto found = weak.lock()) found->gone(url);
        });
    }
    const std::shared_ptr<Battles> battles = peers ? std::shared_ptr<Battles>(peers) : lobby;
    tie(waker, nudges, lobby);
    Operator::Elsewhere elsewhere;
    if (peers) elsewhere = [peers](const std::string& battle, Moderation what, Moderated done) { peers->moderate(battle, what, std::move(done)); };
    Operator answerer(services, lobby, std::move(elsewhere));
    OddsService odds(cores(), services.metrics.odds);
    const auto notice = bundle_of(0, protocol::Notice{"restart", "the server is shutting down; nothing is lost, come back in a moment"});
    Callers callers(config.caller_limits, config.unlimited_addresses, config.trusted_proxies);
    HttpServices http{services,
                      Admission{config.connections_max, config.allowed_origins},
                      std::make_shared<HttpApi>(services, lobby, battles, peers, odds, notice),
                      std::make_shared<Connections>(),
                      callers,
                      certificate,
                      websocket_connections(services, battles, lobby, notice),
                      pass ? &*pass : nullptr};
    const auto listener = Listener::open(http, config.host, config.port);
    if (!listener) return give_up(listener.error().why, listener.error().configuration ? wrong_usage : trouble);
    (*listener)->start();
    dice.look();
    hear_bans(services);
    const Reload reload(config, read_again, http, certificate);
    const Shutdown shutdown(
        http, **listener, [&] { store.hand_over(); },
        [&] {
            if (peers) peers->stop();
            lobby->stop();
            waker.stop();
        });
    auto control = open_control(config, answerer);
    say_where(config, (*listener)->port(), threads);
    run_on_threads(io, threads);
    wakes.join();
    dice.stop();
    counting.join();
    wind_up(services, nudges, witnesses);
    if (!sanitized) end_at_once(std::move(control), std::move(owned), config.store().lasts);
    return done;
}

}  // namespace

int main(int argc, char** argv) {
    hold_hang_up();  // until Reload can do what it asks for
    auto libraries = allocator();
    std::ranges::move(drawing_libraries(), std::back_inserter(libraries));
    const auto line = read_command_line(argc, argv, libraries);
    if (const auto* code = std::get_if<int>(&line)) return *code;
    const auto& settings = std::get<Config>(line);
    if (const auto opened = log::open(settings.log_level, settings.log_format, settings.log_file); !opened) return give_up(opened.error(), wrong_usage);
    for (const auto& remark : settings.remarks) log::warn(remark);
    raise_limits();
    try {
        const auto certificate = open_certificate(settings);
        if (!certificate) return give_up(certificate.error(), wrong_usage);
        const auto read_again = [&] { return read_settings_again(argc, argv); };
        if (settings.relay) return run_relay(settings, read_again, certificate->get());
        if (const auto socket = control_socket(settings.store()); socket && !settings.store().address.empty() && is_taken(*socket))
            return give_up("another server that runs uses " + settings.store().folder.string() +
                           ": each server of a database has a folder of its own (--data)");
        storage::Neighbours neighbours;
        auto store = storage::open_store(settings.store(), &neighbours);
        if (!store) return give_up(store.error().message);
        return run(settings, read_again, std::move(*store), neighbours, certificate->get());
    } catch (const std::exception& error) {
        return give_up(error.what());
    }
}
