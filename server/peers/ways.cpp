#include "server/peers/ways.hpp"

#include "server/base/limits.hpp"

namespace muster::server {

namespace {

/// A server that says nothing for so long, and answers no ping, hangs: what it has is taken from it soon after.
constexpr std::chrono::milliseconds silence_max{2'000};

/// To one server at once; more: server_busy.
constexpr std::size_t polls_max = 2'000;

}  // namespace

std::vector<std::pair<std::string, std::string>> pass_header(const NodePass& pass, const std::string& url, const std::string& address) {
    auto made = pass.make(url, address.substr(0, address.find('/')));
    if (!made) return {};
    return {{NodePass::header, std::move(*made)}};
}

Ways::Way::Way(IoContext& io, const ServerAddress& address, const std::string& url, const Trust& trust, const Clock& clock, const NodePass& pass)
    : dialler(address, trust, clock, system_look_up(io, address)),
      lines(
          dialler, [&pass, url](const std::string& for_address) { return pass_header(pass, url, for_address); }, silence_max),
      http(io, dialler),
      polls(io, dialler, polls_max, 0) {}

Ways::Way* Ways::to(const std::string& url) {
    if (url.empty() || url == pass_.url()) return nullptr;
    const std::lock_guard lock(mutex_);
    if (stopped_) return nullptr;
    if (const auto known = ways_.find(url); known != ways_.end()) return known->second.get();
    const auto address = read_server_address(url);
    if (!address || ways_.size() >= limits::nodes_max) return nullptr;
    return (ways_[url] = std::make_unique<Way>(io_, *address, url, trust_, clock_, pass_)).get();
}

void Ways::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    for (const auto& [url, way] : ways_) way->http.stop(), way->polls.stop();
}

}  // namespace muster::server
