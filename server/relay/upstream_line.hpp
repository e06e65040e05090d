// Lines to a real server, one WebSocket each.
#pragma once
#include <functional>
#include <utility>
#include <vector>

#include "server/base/limits.hpp"
#include "server/relay/dial.hpp"
#include "server/relay/upstream.hpp"

namespace muster::server {

class ServerUpstream final : public Upstream {
public:
    /// What the request for a WebSocket has beside what all have; asked when it is sent.
    using Headers = std::function<std::vector<std::pair<std::string, std::string>>(const std::string& for_address)>;
    /// `silence_max`: then a line is lost; it is pinged after half of that.
    ServerUpstream(std::shared_ptr<Dialler> dialler, Headers headers, std::chrono::milliseconds silence_max = limits::relay_idle_max)
        : dialler_(std::move(dialler)), headers_(std::move(headers)), silence_max_(silence_max) {}
    std::shared_ptr<Line> open(const Strand& strand, const To& to, std::weak_ptr<Listener> listener) override;

private:
    const std::shared_ptr<Dialler> dialler_;  // each line keeps it
    const Headers headers_;
    const std::chrono::milliseconds silence_max_;
};

}  // namespace muster::server
