#include "server/app/service_manager.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <string_view>

#include "server/base/log.hpp"

namespace muster::server {

namespace {

/// One datagram to where NOTIFY_SOCKET points: a path, or with an @ before it a name without one.
bool send_to(std::string_view socket, std::string_view message) {
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    if (socket.size() >= sizeof address.sun_path) return false;
    socket.copy(address.sun_path, socket.size());
    if (socket.starts_with('@')) address.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket.size());
    const int from = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (from < 0) return false;
    const timeval patience{.tv_sec = 5, .tv_usec = 0};  // its queue may be full, at a boot
    ::setsockopt(from, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    const bool sent = ::sendto(from, message.data(), message.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address), length) ==
                      static_cast<ssize_t>(message.size());
    ::close(from);
    return sent;
}

}  // namespace

void tell_ready() {
    const char* const socket = std::getenv("NOTIFY_SOCKET");
    if (socket && !send_to(socket, "READY=1")) log::warn("the service manager cannot be told that the server is ready", {{"socket", socket}});
}

}  // namespace muster::server
