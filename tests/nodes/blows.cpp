#include "tests/nodes/blows.hpp"

#include <csignal>
#include <thread>

#include "tests/support/wait_until.hpp"
#include "tests/support/wire_client.hpp"

namespace muster::test {

namespace {

using std::chrono::milliseconds;

// Shorter than what makes others take a server's battles over (storage/postgres/living.hpp), and longer.
constexpr int shortly_ms = 600, long_ms = 3'000, very_long_ms = 30'000;

}  // namespace

std::string_view name_of(Blow blow) {
    switch (blow) {
        case Blow::kill: return "kill";
        case Blow::kill_both: return "kill both";
        case Blow::end_in_order: return "end in order";
        case Blow::stop_shortly: return "stop shortly";
        case Blow::stop: return "stop";
        case Blow::cut: return "cut";
        case Blow::break_lines: return "break lines";
        case Blow::crash_database: return "crash the database";
        case Blow::cut_relay: return "cut the relay";
    }
    return "";
}

StruckSite::Server::Server(const std::string& address)
    : line(Postgres::instance().socket(), {}),
      process(folder.path(), {"--store", Postgres::instance().address_at(address, line.port()), "--node-url", "{url}", "--log-level", "warn"}) {}

void StruckSite::wait_until_ready() const {
    for (const auto& server : servers_) wait_until([&] { return http_get(server.process.port(), "/readyz").status == 200; });
}

bool StruckSite::random_moment(SeededChance& chance, const std::function<bool()>& end) {
    return wait_for(std::chrono::microseconds(chance.between(500, 60'000)), end);
}

bool StruckSite::wait_for(std::chrono::microseconds time, const std::function<bool()>& end) {
    std::unique_lock lock(mutex_);
    return !changed_.wait_for(lock, time, end);
}

void StruckSite::strike(Blow blow, SeededChance& chance, const std::function<bool()>& end) noexcept {
    auto& server = servers_[static_cast<std::size_t>(chance.below(2))];
    const auto stop_for = [&](milliseconds time) {
        ::kill(server.process.pid(), SIGSTOP);
        wait_for(time, end);
        ::kill(server.process.pid(), SIGCONT);
    };
    const auto cut_line = [&](BadProxy& line) {
        line.go_dead();
        wait_for(milliseconds(chance.between(1, long_ms)), end);
        line.come_back();
    };
    switch (blow) {
        case Blow::kill: server.process.kill(); return server.process.start();
        case Blow::kill_both: {
            for (auto& each : servers_) each.process.kill();
            const std::jthread beside([&]() noexcept { servers_[0].process.start(); });
            return servers_[1].process.start();
        }
        case Blow::end_in_order: CHECK_MESSAGE(server.process.stop(SIGTERM) == 0, server.process.log()); return server.process.start();
        case Blow::stop_shortly: return stop_for(milliseconds(chance.between(1, shortly_ms)));
        case Blow::stop: return stop_for(milliseconds(chance.one_in(100) ? very_long_ms : long_ms));
        case Blow::cut: return cut_line(server.line);
        case Blow::break_lines: return server.line.come_back();
        case Blow::crash_database: return Postgres::instance().crash();
        case Blow::cut_relay: return cut_line(relay_line_);
    }
}

}  // namespace muster::test
