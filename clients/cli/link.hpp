// Where a server is, and what a link to a battle says.
#pragma once
#include <expected>
#include <string>
#include <string_view>

namespace muster::cli {

struct Server {
    std::string host;  ///< without the brackets of an IPv6 address
    std::string port;

    /// "http://host:port", as printed and remembered.
    std::string url() const;
    /// "host:port", as the Host header has it.
    std::string authority() const;
    bool operator==(const Server&) const = default;
};

/// Reads "http://host:port", "ws://host" or "host:port" (port 80 after http:// and ws://, else 8080). The error is a sentence.
std::expected<Server, std::string> parse_server(std::string_view url);

struct Link {
    Server server;
    std::string battle;
    std::string token;  ///< empty: none
};

/// Reads "http://host:port/b/BATTLE#TOKEN", with or without the token, or "BATTLE" or "BATTLE#TOKEN" on `server`.
std::expected<Link, std::string> parse_link(std::string_view text, const Server& server);

/// The link to a battle; without a token: to watch it.
std::string link_text(const Server& server, std::string_view battle, std::string_view token = {});

}  // namespace muster::cli
