#include "server/nudge/address.hpp"

#include <algorithm>
#include <boost/url/src.hpp>
#include <cctype>
#include <charconv>

namespace muster::server {

namespace {

namespace ip = boost::asio::ip;

struct Block4 {
    std::uint32_t start;
    int bits;
};

constexpr std::uint32_t v4(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) { return a << 24 | b << 16 | c << 8 | d; }

// IANA's special-purpose registry: what is not globally reachable, and multicast.
constexpr Block4 closed4[] = {
    {v4(0, 0, 0, 0), 8},        // this network
    {v4(10, 0, 0, 0), 8},       // private
    {v4(100, 64, 0, 0), 10},    // carriers' address translation
    {v4(127, 0, 0, 0), 8},      // loopback
    {v4(169, 254, 0, 0), 16},   // link-local, with the clouds' metadata
    {v4(172, 16, 0, 0), 12},    // private
    {v4(192, 0, 0, 0), 24},     // protocol assignments
    {v4(192, 0, 2, 0), 24},     // documentation
    {v4(192, 88, 99, 0), 24},   // 6to4 relays
    {v4(192, 168, 0, 0), 16},   // private
    {v4(198, 18, 0, 0), 15},    // benchmarks
    {v4(198, 51, 100, 0), 24},  // documentation
    {v4(203, 0, 113, 0), 24},   // documentation
    {v4(224, 0, 0, 0), 4},      // multicast
    {v4(240, 0, 0, 0), 4},      // reserved, broadcast
};

bool is_public4(const ip::address_v4& address) {
    const std::uint32_t value = address.to_uint();
    return std::ranges::none_of(closed4, [&](const Block4& block) { return (value ^ block.start) >> (32 - block.bits) == 0; });
}

// Of IPv6 only 2000::/3 is handed out, and in there some blocks are no hosts of their own: those that carry an IPv4 address in
// them are refused, so that nobody reaches 10.0.0.1 by another name.
bool is_public6(const ip::address_v6& address) {
    const auto bytes = address.to_bytes();
    const auto starts = [&](std::initializer_list<unsigned> prefix) { return std::ranges::equal(prefix, std::span(bytes).first(prefix.size())); };
    if ((bytes[0] & 0xe0U) != 0x20U) return false;           // mapped, NAT64, loopback, unique local, link-local, multicast
    if (starts({0x20, 0x01}) && bytes[2] < 2) return false;  // 2001:0000::/23: Teredo, ORCHID and the like
    if (starts({0x20, 0x01, 0x0d, 0xb8})) return false;      // documentation
    if (starts({0x20, 0x02})) return false;                  // 6to4
    return !(starts({0x3f, 0xff}) && bytes[2] < 0x10);       // documentation
}

Refusal wrong(std::string message, const std::string& path) { return {Code::bad_message, std::move(message), path}; }

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

}  // namespace

std::string NudgeAddress::authority() const {
    const std::string name = host.contains(':') ? "[" + host + "]" : host;
    return port == (tls ? 443 : 80) ? name : name + ":" + std::to_string(port);
}

bool is_public(const ip::address& address) { return address.is_v4() ? is_public4(address.to_v4()) : is_public6(address.to_v6()); }

bool host_allowed(std::string_view host, const std::vector<std::string>& allowed) {
    return std::ranges::any_of(allowed, [&](const std::string& each) {
        const std::string pattern = lower(each);
        return pattern == "*" || pattern == host || (pattern.starts_with("*.") && host.size() + 1 > pattern.size() && host.ends_with(pattern.substr(1)));
    });
}

std::expected<NudgeAddress, Refusal> read_nudge_address(std::string_view url, const NudgeReach& reach, const std::string& path) {
    const auto parsed = boost::urls::parse_uri(url);
    if (!parsed) return std::unexpected(wrong("expected the whole address of a webhook, https://…", path));
    NudgeAddress out;
    out.tls = parsed->scheme_id() == boost::urls::scheme::https;
    if (!out.tls && !(reach.private_addresses && parsed->scheme_id() == boost::urls::scheme::http))
        return std::unexpected(wrong("only https:// is supported", path));
    if (parsed->has_userinfo()) return std::unexpected(wrong("an address cannot contain a user name or password", path));
    const auto kind = parsed->host_type();
    if (kind != boost::urls::host_type::name && kind != boost::urls::host_type::ipv4 && kind != boost::urls::host_type::ipv6)
        return std::unexpected(wrong("the address has no host", path));
    out.host = lower(parsed->host_address());
    while (out.host.ends_with('.')) out.host.pop_back();
    const bool plain =
        std::ranges::all_of(out.host, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("-._:").contains(c); });
    if (out.host.empty() || !plain) return std::unexpected(wrong("the address has no host", path));
    if (!host_allowed(out.host, reach.hosts))
        return std::unexpected(wrong("this server does not send to " + out.host + "; its operator decides which hosts are allowed", path));
    boost::system::error_code error;
    const auto literal = ip::make_address(out.host, error);
    if (!error && !reach.private_addresses && !is_public(literal)) return std::unexpected(wrong("this server does not send to private addresses", path));
    out.port = out.tls ? 443 : 80;
    if (parsed->has_port()) {
        const std::string_view digits(parsed->port().data(), parsed->port().size());
        const auto [end, wrong_port] = std::from_chars(digits.data(), digits.data() + digits.size(), out.port);
        if (wrong_port != std::errc() || end != digits.data() + digits.size() || out.port == 0)
            return std::unexpected(wrong("the address has no usable port", path));
    }
    out.target = std::string(parsed->encoded_target());
    if (out.target.empty() || out.target.front() != '/') out.target.insert(0, "/");
    return out;
}

}  // namespace muster::server
