#include "server/relay/dial.hpp"

#include "server/base/limits.hpp"

namespace muster::server {

namespace {

using Resolver = asio::ip::basic_resolver<tcp, Strand>;

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
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

private:
    std::shared_ptr<bool> late_ = std::make_shared<bool>(false);
    Timer timer_;
};

}  // namespace

Task<std::expected<std::shared_ptr<Channel>, std::string>> dial(Strand strand, ServerAddress to, const Trust& trust) {
    const auto refused = [&](const std::string& why) { return std::unexpected(to.url() + ": " + why); };
    Resolver resolver(strand);
    Socket socket(strand);
    std::shared_ptr<Channel> channel;
    const Within within(strand, [&] {
        ErrorCode ignored;
        resolver.cancel();
        if (channel) channel->close();
        else socket.close(ignored);
    });
    const std::string port = std::to_string(to.port);
    auto [unknown, found] = co_await resolver.async_resolve(to.host, port, tcp::resolver::numeric_service, task);
    if (unknown) co_return refused("the host is not known");
    ErrorCode failed = asio::error::host_not_found;
    for (const auto& each : found) {
        ErrorCode ignored;
        socket.close(ignored);
        const auto endpoint = each.endpoint();
        auto [error] = co_await socket.async_connect(endpoint, task);
        failed = error;
        if (!error || error == asio::error::operation_aborted) break;
    }
    if (failed) co_return refused(failed == asio::error::operation_aborted ? "no connection in time" : failed.message());
    ErrorCode ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    if (!to.tls) co_return std::make_shared<Channel>(std::move(socket), nullptr);
    channel = std::make_shared<Channel>(std::move(socket), trust, to.host);
    const ErrorCode error = co_await channel->handshake();
    if (error) co_return refused("TLS: the certificate is not valid for it, or it speaks none (" + error.message() + ")");
    co_return channel;
}

}  // namespace muster::server
