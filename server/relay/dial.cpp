#include "server/relay/dial.hpp"

#include "server/base/limits.hpp"
#include "server/base/log.hpp"

namespace muster::server {

namespace {

// Whatever is under way when the time is over is told to stop.
class Within {
public:
    Within(const Strand& strand, std::function<void()> over) : timer_(strand, limits::relay_connect_max) {
        timer_.async_wait([this_late = late_, over = std::move(over)](ErrorCode error) {
            if (error || *this_late) return;
            *this_late = true;
            over();
        });
    }
    ~Within() {
        *late_ = true;
        timer_.cancel();
    }
    /// Nothing may begin any more: it would have nobody to stop it.
    bool late() const { return *late_; }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

private:
    std::shared_ptr<bool> late_ = std::make_shared<bool>(false);
    Timer timer_;
};

}  // namespace

Dialler::LookUp system_look_up(IoContext& io, const ServerAddress& of) {
    const auto resolver = std::make_shared<asio::ip::basic_resolver<tcp, IoContext::executor_type>>(io.get_executor());
    return [resolver, host = of.host, port = std::to_string(of.port)](std::function<void(Dialler::Endpoints)> done) {
        resolver->async_resolve(host, port, tcp::resolver::numeric_service, [done = std::move(done)](ErrorCode unknown, const auto& results) {
            Dialler::Endpoints out;
            if (!unknown)
                for (const auto& each : results) out.push_back(each.endpoint());
            done(std::move(out));
        });
    };
}

Task<Dialler::Endpoints> Dialler::find(Strand strand) {
    const auto waiting = std::make_shared<Timer>(strand, limits::relay_connect_max);
    bool looks = false;
    {
        const std::lock_guard lock(mutex_);
        if (!endpoints_.empty() && clock_.steady_ms() < until_ms_) co_return endpoints_;
        waiting_.push_back(waiting);
        looks = !std::exchange(looking_, true);
    }
    if (looks) look_up_([this](Endpoints endpoints) { found(std::move(endpoints)); });
    auto [told] = co_await waiting->async_wait(task);
    const std::lock_guard lock(mutex_);
    std::erase(waiting_, waiting);
    co_return told ? endpoints_ : Endpoints();
}

void Dialler::found(Endpoints endpoints) {
    const std::lock_guard lock(mutex_);
    endpoints_ = std::move(endpoints);
    until_ms_ = clock_.steady_ms() + std::chrono::milliseconds(limits::relay_host_kept).count();
    looking_ = false;
    for (const auto& each : waiting_) asio::post(each->get_executor(), [each] { each->cancel(); });
}

void Dialler::forget() {
    const std::lock_guard lock(mutex_);
    until_ms_ = 0;
}

void Dialler::tell(const std::string& why) {
    const auto now = clock_.steady_ms();
    {
        const std::lock_guard lock(mutex_);
        if (now < told_until_ms_) return;
        told_until_ms_ = now + std::chrono::milliseconds(limits::relay_unreachable_told).count();
    }
    log::warn("a server cannot be reached", {{"reason", why}});
}

Task<std::expected<std::shared_ptr<Channel>, std::string>> Dialler::dial(Strand strand) {
    auto channel = co_await connect(strand);
    if (!channel) tell(channel.error());
    co_return channel;
}

Task<std::expected<std::shared_ptr<Channel>, std::string>> Dialler::connect(Strand strand) {
    const auto refused = [&](const std::string& why) { return std::unexpected(to_.url() + ": " + why); };
    Socket socket(strand);
    std::shared_ptr<Channel> channel;
    const Within within(strand, [&] {
        ErrorCode ignored;
        if (channel) channel->close();
        else socket.close(ignored);
    });
    const Endpoints endpoints = co_await find(strand);
    if (endpoints.empty()) co_return refused("the host is not known, or not found in time");
    ErrorCode failed = asio::error::operation_aborted;
    for (auto each = endpoints.begin(); failed && each != endpoints.end() && !within.late(); ++each) {
        ErrorCode ignored;
        socket.close(ignored);
        auto [error] = co_await socket.async_connect(*each, task);
        failed = error;
    }
    if (failed || within.late()) forget();
    if (within.late()) co_return refused("no connection in time");
    if (failed) co_return refused(failed.message());
    ErrorCode ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    if (!to_.tls) co_return std::make_shared<Channel>(std::move(socket), nullptr);
    channel = std::make_shared<Channel>(std::move(socket), trust_, to_.host);
    const ErrorCode error = co_await channel->handshake();
    if (within.late()) co_return refused("no TLS in time");
    if (error) co_return refused("TLS: the certificate is not valid for it, or it speaks none (" + error.message() + ")");
    co_return channel;
}

}  // namespace muster::server
