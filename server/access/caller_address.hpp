// Whose connection it is: addresses, sets of them, and who speaks through a proxy.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/executor.hpp"

namespace muster::server {

using Address = asio::ip::address;

/// Single addresses and networks, as an operator writes them: "192.0.2.7", "10.0.0.0/8", "2001:db8::/32".
class AddressSet {
public:
    /// The refusal names the text that is none of these.
    static std::expected<AddressSet, std::string> read(const std::vector<std::string>& texts);
    bool contains(const Address& address) const;
    /// As they were written.
    const std::vector<std::string>& texts() const { return texts_; }

private:
    std::vector<asio::ip::network_v6> networks_{};  // IPv4 as ::ffff:a.b.c.d
    std::vector<std::string> texts_{};
};

/// One of these in the one way to write it: the bits behind a network's length are zero, a single address has no length, and ::ffff:a.b.c.d is
/// a.b.c.d. The refusal names the text if it is none.
std::expected<std::string, std::string> network_text(const std::string& text);

/// An IPv4 address that comes as ::ffff:a.b.c.d, as on a socket for both, is that address.
Address unmapped(const Address& address);

/// What counts as one caller: an IPv4 address, or the /64 that one customer of an IPv6 provider has. As IPv6, so that
/// ::ffff:192.0.2.7 is 192.0.2.7.
asio::ip::address_v6 caller_network(const Address& address);
/// That caller, as an operator may ban it: "192.0.2.7", "2001:db8::/64".
std::string caller_text(const Address& address);

/// Who speaks, when `peer` is connected and sends this X-Forwarded-For: of the peer and those named, the last one that is no
/// trusted proxy. What stands before that could be written by anybody and is not looked at.
Address caller_behind(const Address& peer, std::string_view forwarded_for, const AddressSet& trusted_proxies);

}  // namespace muster::server
