// Addresses on this machine, as sockets want them.
#pragma once
#include <arpa/inet.h>

namespace muster::test {

/// This machine's `port`; 0: whichever is free.
inline sockaddr_in loopback(unsigned short port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

}  // namespace muster::test
