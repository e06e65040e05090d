// What takes effect while the server runs. At SIGHUP: the log file is opened anew, the settings are read again, so is the certificate; and the
// certificate also when its files have changed. Has a thread of its own, which may wait for the disk; owned by main.
#pragma once
#include <functional>

#include "server/base/own_loop.hpp"
#include "server/config/config.hpp"
#include "server/http/server.hpp"
#include "server/net/tls.hpp"

namespace muster::server {

class Reload {
public:
    using Read = std::function<std::expected<Config, std::string>()>;

    /// `config`: what is in effect; `read`: the settings as they are now; `certificate`: null without TLS. They must outlive it.
    Reload(const Config& config, Read read, HttpServices& http, Certificate* certificate);
    ~Reload();
    Reload(const Reload&) = delete;
    Reload& operator=(const Reload&) = delete;

private:
    void wait_for_signal();
    void wait_for_change();
    void read_all();
    void take(Config next);
    void take_certificate(Config& next);
    void put_in_effect() const;

    Config config_;  // in effect
    const Read read_;
    HttpServices& http_;
    Certificate* const certificate_;
    OwnLoop loop_{"what was to be reloaded failed"};
    asio::signal_set hang_up_{*loop_.io()};
    asio::steady_timer timer_{*loop_.io()};
};

}  // namespace muster::server
