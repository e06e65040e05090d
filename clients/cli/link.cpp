#include "clients/cli/link.hpp"

#include <algorithm>
#include <charconv>

#include "clients/cli/narration.hpp"
#include "protocol/program/battle_link.hpp"

namespace muster::cli {

namespace {

std::unexpected<std::string> bad(std::string_view what, std::string_view why) { return std::unexpected("\"" + plain(what) + "\" " + std::string(why)); }

bool is_port(std::string_view text) {
    int port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc() && end == text.data() + text.size() && port >= 1 && port <= 65535;
}

// Letters, digits and what host names and IPv6 addresses need: nothing that could end a header or a path.
bool is_host(std::string_view text) {
    constexpr std::string_view others = ".-_:";
    return !text.empty() &&
           std::ranges::all_of(text, [&](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || others.contains(c); });
}

}  // namespace

std::string Server::authority() const { return (host.contains(':') ? "[" + host + "]" : host) + ":" + port; }

std::string Server::url() const { return (tls ? "https://" : "http://") + authority(); }

std::expected<Server, std::string> parse_server(std::string_view url, const std::string& ca) {
    auto rest = url;
    std::string port = "8080";
    bool tls = false;
    if (const auto scheme_end = rest.find("://"); scheme_end != std::string_view::npos) {
        const auto scheme = rest.substr(0, scheme_end);
        tls = scheme == "https" || scheme == "wss";
        if (!tls && scheme != "http" && scheme != "ws") return bad(url, "is not a server address; expected something like http://127.0.0.1:8080");
        rest.remove_prefix(scheme_end + 3);
        port = tls ? "443" : "80";
    }
    if (rest.ends_with('/')) rest.remove_suffix(1);
    std::string_view host = rest;
    if (rest.starts_with('[')) {
        const auto bracket = rest.find(']');
        if (bracket == std::string_view::npos) return bad(url, "has a \"[\" without a \"]\"");
        host = rest.substr(1, bracket - 1);
        rest.remove_prefix(bracket + 1);
    } else {
        host = rest.substr(0, rest.find(':'));
        rest.remove_prefix(host.size());
    }
    if (!rest.empty()) {
        if (rest.front() != ':' || !is_port(rest.substr(1))) return bad(url, "has no valid port; expected something like http://127.0.0.1:8080");
        port = rest.substr(1);
    }
    if (!is_host(host)) return bad(url, "is not a server address; expected something like http://127.0.0.1:8080");
    return Server{std::string(host), port, tls, ca};
}

std::expected<Link, std::string> parse_link(std::string_view text, const Server& server) {
    auto read = read_battle_link(text);
    if (!read) return bad(text, read.error());
    Link link{server, std::move(read->battle), std::move(read->token)};
    if (!read->server) return link;
    auto named = parse_server(*read->server, server.ca);
    if (!named) return std::unexpected(std::move(named.error()));
    link.server = std::move(*named);
    return link;
}

std::string hand_over_link(const Server& server, std::string_view battle, std::string_view token) {
    return link_text(server, battle) + "?take#" + std::string(token);
}

std::string link_text(const Server& server, std::string_view battle, std::string_view token) {
    std::string out = server.url() + "/b/" + std::string(battle);
    if (!token.empty()) out += "#" + std::string(token);
    return out;
}

}  // namespace muster::cli
