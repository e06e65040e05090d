#include "server/net/certificate_watch.hpp"

#include <csignal>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"

namespace muster::server {

namespace {

void report(const std::expected<bool, std::string>& reloaded) {
    if (!reloaded) log::error("the certificate could not be reloaded; the old one stays in use", {{"reason", reloaded.error()}});
    else if (*reloaded) log::info("the certificate was reloaded");
}

}  // namespace

CertificateWatch::CertificateWatch(Certificate& certificate) : certificate_(certificate), hang_up_(io_, SIGHUP), timer_(io_) {
    wait_for_signal();
    wait_for_change();
    thread_ = std::jthread([this] { io_.run(); });
}

CertificateWatch::~CertificateWatch() { io_.stop(); }

void CertificateWatch::wait_for_signal() {
    hang_up_.async_wait([this](ErrorCode error, int) {
        if (error) return;
        report(certificate_.reload());
        wait_for_signal();
    });
}

void CertificateWatch::wait_for_change() {
    timer_.expires_after(limits::certificate_every);
    timer_.async_wait([this](ErrorCode error) {
        if (error) return;
        report(certificate_.reload_if_changed());
        wait_for_change();
    });
}

}  // namespace muster::server
