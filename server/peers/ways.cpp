#include "server/peers/ways.hpp"

#include <algorithm>

#include "server/base/limits.hpp"

namespace muster::server {

std::vector<std::pair<std::string, std::string>> pass_header(const NodePass& pass, const std::string& url, const std::string& address) {
    auto made = pass.make(url, address.substr(0, address.find('/')));
    if (!made) return {};
    return {{NodePass::header, std::move(*made)}};
}

Ways::Way::Way(IoContext& io, const ServerAddress& address, const std::string& url, const Trust& trust, const Clock& clock, const NodePass& pass)
    : dialler(std::make_shared<Dialler>(address, trust, clock, system_look_up(io, address))),
      lines(
          dialler, [&pass, url](const std::string& for_address) { return pass_header(pass, url, for_address); }, limits::node_silence_max),
      http(io, *dialler),
      polls(io, *dialler, limits::node_polls_max, 0) {}

std::shared_ptr<Ways::Way> Ways::to(const std::string& url) {
    if (url.empty() || url == pass_.url()) return nullptr;
    const std::lock_guard lock(mutex_);
    if (stopped_) return nullptr;
    const auto now = clock_.steady_ms();
    if (const auto known = ways_.find(url); known != ways_.end()) {
        known->second.asked_ms = now;
        return known->second.way;
    }
    const auto address = read_server_address(url);
    if (!address || (ways_.size() >= limits::nodes_max && !make_room())) return nullptr;
    return (ways_[url] = {std::make_shared<Way>(io_, *address, url, trust_, clock_, pass_), now}).way;
}

/// Nobody holds the one that goes, nor waits for anything there.
bool Ways::make_room() {
    const auto before = clock_.steady_ms() - std::chrono::milliseconds(limits::node_forgotten_after).count();
    auto oldest = ways_.end();
    for (auto each = ways_.begin(); each != ways_.end(); ++each) {
        const auto& [way, asked_ms] = each->second;
        if (asked_ms > before || way.use_count() > 1 || !way->is_idle()) continue;
        if (oldest == ways_.end() || asked_ms < oldest->second.asked_ms) oldest = each;
    }
    if (oldest == ways_.end()) return false;
    ways_.erase(oldest);
    return true;
}

void Ways::give_up(const std::string& url) {
    std::shared_ptr<Way> way;
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = ways_.find(url); known != ways_.end()) way = known->second.way;
    }
    if (way) way->http.give_up(), way->polls.give_up();
}

void Ways::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    for (const auto& [url, known] : ways_) known.way->http.stop(), known.way->polls.stop();
}

}  // namespace muster::server
