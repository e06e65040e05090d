// Lines to a real server, one WebSocket each.
#pragma once
#include "server/relay/dial.hpp"
#include "server/relay/upstream.hpp"

namespace muster::server {

class ServerUpstream final : public Upstream {
public:
    /// `relays`: what the header Muster-Relays is to say. `dialler` must outlive it.
    ServerUpstream(Dialler& dialler, std::string relays) : dialler_(dialler), relays_(std::move(relays)) {}
    std::shared_ptr<Line> open(const Strand& strand, std::weak_ptr<Listener> listener) override;

private:
    Dialler& dialler_;
    const std::string relays_;
};

}  // namespace muster::server
