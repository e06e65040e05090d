#include "server/config/web_names.hpp"

#include <algorithm>
#include <string_view>

#include "server/base/executor.hpp"

namespace muster::server {

namespace {

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), small);
    return out;
}

bool consists_of(std::string_view text, std::string_view besides) {
    return !text.empty() && std::ranges::all_of(text, [&](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || besides.contains(c); });
}

/// What an address begins with: `https`, `club.example:8443`. The scheme is empty if there is none.
struct Begin {
    std::string scheme;
    std::string authority;
};

Begin begin_of(std::string_view text) {
    Begin out;
    if (const auto end = text.find("://"); end != std::string_view::npos) {
        out.scheme = lower(text.substr(0, end));
        text.remove_prefix(end + 3);
    }
    out.authority = lower(text.substr(0, text.find_first_of("/?#")));
    return out;
}

bool is_v6(const std::string& text) {
    ErrorCode error;
    asio::ip::make_address_v6(text, error);
    return !error;
}

/// `club.example` of `club.example:8443`, and `::1` of `[::1]:8443`.
std::string host_of(std::string authority) {
    if (authority.starts_with('[')) return authority.substr(1, authority.find(']') - 1);
    if (!is_v6(authority)) authority.resize(std::min(authority.size(), authority.find(':')));
    while (authority.ends_with('.')) authority.pop_back();
    return authority;
}

std::unexpected<std::string> no(const std::string& what, const std::string& text, const std::string& instead) {
    return std::unexpected("\"" + text + "\" is no " + what + "; write " + instead);
}

}  // namespace

std::expected<void, std::string> check_origin(const std::string& text) {
    if (text == "*" || text == "null") return {};
    auto [scheme, authority] = begin_of(text);
    if (scheme == "file") return no("origin", text, "\"null\", which browsers call that of files");
    if (scheme.empty()) scheme = "https";
    for (const auto& [of, port] : {std::pair{"http", ":80"}, {"https", ":443"}})  // a browser leaves it out
        if (scheme == of && authority.ends_with(port)) authority.resize(authority.size() - std::string_view(port).size());
    if (!consists_of(scheme, "+-.") || !consists_of(authority, "-._:[]"))
        return no("origin", text, "scheme and host as in the address bar, such as \"https://club.example\"");
    const auto right = scheme + "://" + authority;
    if (right != text) return no("origin", text, "\"" + right + "\"");
    return {};
}

std::expected<void, std::string> check_host(const std::string& text) {
    if (text == "*") return {};
    const auto right = host_of(begin_of(text).authority);
    const std::string_view name = std::string_view(right).substr(right.starts_with("*.") ? 2 : 0);
    if (!consists_of(name, "-._") && !is_v6(right)) return no("host", text, "its name alone, such as \"chat.example.org\"");
    if (right != lower(text)) return no("host", text, "\"" + right + "\"");
    return {};
}

}  // namespace muster::server
