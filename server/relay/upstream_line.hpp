// Lines to a real server, one WebSocket each.
#pragma once
#include "server/base/server_address.hpp"
#include "server/net/trust.hpp"
#include "server/relay/upstream.hpp"

namespace muster::server {

class ServerUpstream final : public Upstream {
public:
    /// `relays`: what the header Muster-Relays is to say. `trust` must outlive it.
    ServerUpstream(ServerAddress address, const Trust& trust, std::string relays) : address_(std::move(address)), trust_(trust), relays_(std::move(relays)) {}
    std::shared_ptr<Line> open(const Strand& strand, std::weak_ptr<Listener> listener) override;

private:
    const ServerAddress address_;
    const Trust& trust_;
    const std::string relays_;
};

}  // namespace muster::server
