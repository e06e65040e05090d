// Accepts connections, each on a strand of its own.
#pragma once
#include <expected>
#include <memory>
#include <string>

#include "server/http/server.hpp"

namespace muster::server {

class Listener : public std::enable_shared_from_this<Listener> {
public:
    struct Refusal {
        std::string why;             ///< a sentence for the operator
        bool configuration = false;  ///< trying again would not help
    };
    /// Binds the address (port 0: a free one). `services` must outlive it.
    static std::expected<std::shared_ptr<Listener>, Refusal> open(HttpServices& services, const std::string& host, unsigned short port);

    void start();
    void stop();
    unsigned short port() const { return port_; }

    explicit Listener(HttpServices& services);

private:
    Task<void> accept();

    HttpServices& services_;
    Strand strand_;
    asio::basic_socket_acceptor<tcp, Strand> acceptor_;
    Timer pause_;
    unsigned short port_ = 0;
};

}  // namespace muster::server
