// Where a server is, and what a link to a battle says.
#pragma once
#include <expected>
#include <string>
#include <string_view>

namespace muster::cli {

struct Server {
    std::string host;  ///< without the brackets of an IPv6 address
    std::string port;
    bool tls = false;
    std::string ca{};  ///< a file with certificates that are believed beside the system's; empty: none

    /// "http://host:port" or "https://host:port", as printed and remembered.
    std::string url() const;
    /// "host:port", as the Host header has it.
    std::string authority() const;
    bool operator==(const Server&) const = default;
};

/// Reads "https://host", "http://host:port", "wss://host", "ws://host" or "host:port" (port 443 after https:// and wss://, 80 after http://
/// and ws://, else 8080 without encryption). The error is a sentence.
std::expected<Server, std::string> parse_server(std::string_view url, const std::string& ca = {});

struct Link {
    Server server;
    std::string battle;
    std::string token;  ///< empty: none
};

/// Reads "http://host:port/b/BATTLE#TOKEN", with or without the token, or "BATTLE" or "BATTLE#TOKEN" on `server`. Whose certificates
/// are believed is as for `server`.
std::expected<Link, std::string> parse_link(std::string_view text, const Server& server);

/// The link that hands a seat over: on the page, whoever opens it is asked under which name he takes it.
std::string hand_over_link(const Server& server, std::string_view battle, std::string_view token);

/// The link to a battle; without a token: to watch it.
std::string link_text(const Server& server, std::string_view battle, std::string_view token = {});

}  // namespace muster::cli
