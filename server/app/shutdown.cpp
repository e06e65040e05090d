#include "server/app/shutdown.hpp"

#include <atomic>
#include <csignal>
#include <cstdlib>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"

namespace muster::server {

namespace {

std::atomic<std::chrono::steady_clock::time_point> first_asked{};

// Whoever insists is not held up by a disk that hangs. A shell or make may pass one signal on twice.
void insist(int) {
    constexpr auto insisting = std::chrono::seconds(1);
    if (std::chrono::steady_clock::now() - first_asked.load() > insisting) std::_Exit(1);
}

void let_insist() {
    for (const int each : {SIGINT, SIGTERM}) std::signal(each, insist);
}

}  // namespace

Shutdown::Shutdown(HttpServices& services, Listener& listener, std::function<void()> first, std::function<void()> last)
    : services_(services),
      listener_(listener),
      first_(std::move(first)),
      last_(std::move(last)),
      strand_(asio::make_strand(services.ground.io)),
      signals_(strand_, SIGINT, SIGTERM),
      timer_(strand_) {
    signals_.async_wait([this](ErrorCode error, int number) {
        if (!error) on_signal(number);
    });
}

// Asio gives both signals back to the system, which would end what is still being put away.
Shutdown::~Shutdown() {
    ErrorCode ignored;
    signals_.clear(ignored);
    let_insist();
}

void Shutdown::on_signal(int number) {
    first_asked = std::chrono::steady_clock::now();
    let_insist();
    services_.ground.stopping = true;
    first_();
    wait_for_end();
    log::info("going down", {{"signal", number}, {"connections", services_.connections->size()}});
    listener_.stop();
    services_.calls->stop();
    services_.connections->close_all();
}

// Ends the pending work once everybody has gone, or has had the time for it.
void Shutdown::wait_for_end() {
    timer_.expires_after(std::chrono::milliseconds(20));
    timer_.async_wait([this](ErrorCode) {
        if (services_.connections->size() > 0 && std::chrono::steady_clock::now() < first_asked.load() + limits::shutdown_max) return wait_for_end();
        if (const auto left = services_.connections->size(); left > 0)
            log::info("cutting connections that did not close by themselves", {{"connections", left}});
        services_.connections->cut_all();
        last_();
    });
}

}  // namespace muster::server
