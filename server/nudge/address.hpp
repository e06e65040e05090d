// Where a nudge may go: the address of a webhook or of a push service, taken apart, and who may be reached. Strangers write these
// addresses, so that a server that believed them would knock at every door of its operator's network.
#pragma once
#include <boost/asio/ip/address.hpp>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "rules/refusal.hpp"
#include "server/base/nudge_settings.hpp"

namespace muster::server {

struct NudgeAddress {
    bool tls = true;
    std::string host{};  ///< lower case; an IPv6 address without brackets
    unsigned short port = 443;
    std::string target{};  ///< path and query, as sent

    /// As it stands in `Host` and in a push service's origin.
    std::string authority() const;
    std::string origin() const { return (tls ? "https://" : "http://") + authority(); }
};

/// Takes an address apart and checks all that can be known without asking the DNS. Refuses bad_message at `path`.
std::expected<NudgeAddress, Refusal> read_nudge_address(std::string_view url, const NudgeReach& reach, const std::string& path);

/// Whether the operator allows this host.
bool host_allowed(std::string_view host, const std::vector<std::string>& allowed);

/// Whether everybody may be sent there: a unicast address of the public Internet, and not one that stands for another.
bool is_public(const boost::asio::ip::address& address);

}  // namespace muster::server
