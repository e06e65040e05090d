// What systemd wants to know of a service that tells when it is ready (Type=notify).
#pragma once

namespace muster::server {

/// That clients are served from now on: whoever started the unit has waited for that. Where nobody asked to be told (NOTIFY_SOCKET, sd_notify(3)) nothing is.
void tell_ready();

}  // namespace muster::server
