// Where another server is, as an operator writes it: https://HOST or http://HOST, with :PORT where it is not the usual one.
#pragma once
#include <expected>
#include <string>
#include <string_view>

namespace muster::server {

struct ServerAddress {
    bool tls = true;
    std::string host{};  ///< lower case; an IPv6 address without brackets
    unsigned short port = 443;

    /// As it stands in `Host`.
    std::string authority() const;
    /// The whole of it again: https://HOST[:PORT].
    std::string url() const { return (tls ? "https://" : "http://") + authority(); }
    bool operator==(const ServerAddress&) const = default;
};

/// The refusal is a sentence.
std::expected<ServerAddress, std::string> read_server_address(std::string_view text);

}  // namespace muster::server
