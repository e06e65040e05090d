#include "server/app/say_where.hpp"

#include <chrono>
#include <iostream>

#include "protocol/program/version.hpp"
#include "protocol/times.hpp"
#include "rules/json.hpp"
#include "server/app/service_manager.hpp"
#include "server/base/log.hpp"

namespace muster::server {

namespace {

/// As a line of the log: a journal takes both outputs for one.
std::string as_json(const std::string& sentence) {
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch());
    return Json{{"time", protocol::time_text(now.count())}, {"level", "info"}, {"message", sentence}}.dump();
}

}  // namespace

void say_where(const Config& config, int port, int threads) {
    const std::string host = config.host.contains(':') ? "[" + config.host + "]" : config.host;
    const std::string sentence =
        "Muster listens on " + std::string(config.tls_certificate.empty() ? "http" : "https") + "://" + host + ":" + std::to_string(port);
    std::cout << (config.log_format == "json" ? as_json(sentence) : sentence) << std::endl;
    log::info("started", {{"version", version}, {"port", port}, {"threads", threads}});
    if (config.relay) log::info("a relay: battles are those of another server", {{"upstream", config.relay->url()}});
    tell_ready();
}

}  // namespace muster::server
