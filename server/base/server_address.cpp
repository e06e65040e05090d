#include "server/base/server_address.hpp"

#include <algorithm>
#include <charconv>

namespace muster::server {

namespace {

constexpr unsigned short usual_port(bool tls) { return tls ? 443 : 80; }

bool may_stand_in_host(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == ':' || c == '_'; }

}  // namespace

std::string ServerAddress::authority() const {
    std::string out = host.contains(':') ? "[" + host + "]" : host;
    if (port != usual_port(tls)) out += ":" + std::to_string(port);
    return out;
}

std::expected<ServerAddress, std::string> read_server_address(std::string_view text) {
    const auto wrong = [&](const std::string& why) {
        return std::unexpected("expected an address such as https://muster.example, got \"" + std::string(text) + "\": " + why);
    };
    ServerAddress out;
    std::string_view rest = text;
    if (rest.starts_with("https://")) rest.remove_prefix(8);
    else if (rest.starts_with("http://")) rest.remove_prefix(7), out.tls = false;
    else return wrong("it begins with neither https:// nor http://");
    while (rest.ends_with('/')) rest.remove_suffix(1);
    if (rest.contains('/') || rest.contains('?') || rest.contains('#')) return wrong("a path is no part of it");
    if (rest.contains('@')) return wrong("a name or password is no part of it");
    out.port = usual_port(out.tls);
    const auto bracket = rest.starts_with('[') ? rest.find(']') : std::string_view::npos;
    const auto colon = bracket == std::string_view::npos ? rest.find(':') : rest.find(':', bracket);
    auto host = rest.substr(0, colon);
    if (colon != std::string_view::npos) {
        const auto port = rest.substr(colon + 1);
        const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), out.port);
        if (error != std::errc() || end != port.data() + port.size() || out.port == 0) return wrong("its port is none");
    }
    if (bracket != std::string_view::npos) {
        if (!host.ends_with(']')) return wrong("its host is none");
        host = host.substr(1, host.size() - 2);
    }
    out.host = host;
    std::ranges::transform(out.host, out.host.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (out.host.empty() || !std::ranges::all_of(out.host, may_stand_in_host)) return wrong("its host is none");
    return out;
}

}  // namespace muster::server
