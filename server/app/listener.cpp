#include "server/app/listener.hpp"

#include "server/base/log.hpp"
#include "server/base/process.hpp"

namespace muster::server {

Listener::Listener(HttpServices& services) : services_(services), strand_(asio::make_strand(services.ground.io)), acceptor_(strand_), pause_(strand_) {}

std::expected<std::shared_ptr<Listener>, Listener::Refusal> Listener::open(HttpServices& services, const std::string& host, unsigned short port) {
    auto out = std::make_shared<Listener>(services);
    const std::string where = host + ":" + std::to_string(port);
    ErrorCode error;
    tcp::resolver resolver(services.ground.io);
    const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::passive, error);
    if (error || found.empty()) return std::unexpected(Refusal{"cannot listen on " + where + ": " + error.message()});
    const tcp::endpoint endpoint = found.begin()->endpoint();
    auto& acceptor = out->acceptor_;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    constexpr int backlog = 4096;  // many clients come back at once after a restart
    if (!error) acceptor.listen(backlog, error);
    if (error == asio::error::access_denied)
        return std::unexpected(Refusal{"cannot listen on " + where + ": a port below 1024 is for root, or for who has CAP_NET_BIND_SERVICE", true});
    if (error) return std::unexpected(Refusal{"cannot listen on " + where + ": " + error.message()});
    out->port_ = acceptor.local_endpoint(error).port();
    return out;
}

void Listener::start() {
    auto begin = [self = shared_from_this()] { return self->accept(); };
    asio::co_spawn(strand_, std::move(begin), [](std::exception_ptr problem) {
        if (problem) log::critical("the listener failed");
    });
}

Task<void> Listener::accept() {
    const auto self = shared_from_this();
    while (acceptor_.is_open()) {
        const auto strand = asio::make_strand(services_.ground.io);
        Socket socket(strand);
        tcp::endpoint peer;
        auto [error] = co_await acceptor_.async_accept(socket, peer, task);
        if (error == asio::error::operation_aborted || !acceptor_.is_open()) break;
        if (error) {  // out of file descriptors, say: those who are connected go on, new ones wait a moment
            log::warn("cannot accept a connection", {{"reason", system_text(error.value())}});
            pause_.expires_after(std::chrono::milliseconds(100));
            co_await pause_.async_wait(task);
            continue;
        }
        ErrorCode ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        serve_http(std::move(socket), unmapped(peer.address()), services_);
    }
}

void Listener::stop() {
    asio::post(strand_, [self = shared_from_this()] {
        ErrorCode ignored;
        self->acceptor_.close(ignored);
        self->pause_.cancel();
    });
}

}  // namespace muster::server
