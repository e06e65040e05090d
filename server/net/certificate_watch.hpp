// Renews the certificate while the server runs: at SIGHUP, and when its files have changed. Has a thread of its own, which
// may wait for the disk; owned by main.
#pragma once
#include <thread>

#include "server/net/tls.hpp"

namespace muster::server {

class CertificateWatch {
public:
    explicit CertificateWatch(Certificate& certificate);
    ~CertificateWatch();
    CertificateWatch(const CertificateWatch&) = delete;
    CertificateWatch& operator=(const CertificateWatch&) = delete;

private:
    void wait_for_signal();
    void wait_for_change();

    Certificate& certificate_;
    IoContext io_{1};
    asio::signal_set hang_up_;
    asio::steady_timer timer_;
    std::jthread thread_{};
};

}  // namespace muster::server
