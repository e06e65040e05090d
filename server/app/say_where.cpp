#include "server/app/say_where.hpp"

#include <iostream>

#include "protocol/program/version.hpp"
#include "server/app/service_manager.hpp"
#include "server/base/log.hpp"

namespace muster::server {

void say_where(const Config& config, int port, int threads) {
    const std::string host = config.host.contains(':') ? "[" + config.host + "]" : config.host;
    std::cout << "Muster listens on " << (config.tls_certificate.empty() ? "http" : "https") << "://" << host << ":" << port << std::endl;
    log::info("started", {{"version", version}, {"port", port}, {"threads", threads}});
    if (config.relay) log::info("a relay: battles are those of another server", {{"upstream", config.relay->url()}});
    tell_ready();
}

}  // namespace muster::server
