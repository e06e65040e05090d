#include "server/access/client_address.hpp"

#include <charconv>

namespace muster::server {

namespace {

asio::ip::address_v6 as_v6(const Address& address) {
    if (address.is_v4()) return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4());
    auto v6 = address.to_v6();
    v6.scope_id(0);
    return v6;
}

bool same_start(const asio::ip::address_v6& a, const asio::ip::address_v6& b, int bits) {
    const auto left = a.to_bytes(), right = b.to_bytes();
    for (std::size_t i = 0; bits > 0; ++i, bits -= 8) {
        const int ignored = bits >= 8 ? 0 : 8 - bits;
        if (left[i] >> ignored != right[i] >> ignored) return false;
    }
    return true;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

}  // namespace

std::expected<AddressSet, std::string> AddressSet::read(const std::vector<std::string>& texts) {
    AddressSet out;
    out.texts_ = texts;
    for (const auto& text : texts) {
        const auto bad = std::unexpected("\"" + text + "\" is no address and no network such as 10.0.0.0/8");
        const auto slash = text.find('/');
        ErrorCode error;
        const auto address = asio::ip::make_address(text.substr(0, slash), error);
        if (error) return bad;
        const int width = address.is_v4() ? 32 : 128;
        int bits = width;
        if (slash != std::string::npos) {
            const auto [end, problem] = std::from_chars(text.data() + slash + 1, text.data() + text.size(), bits);
            if (problem != std::errc() || end != text.data() + text.size() || bits < 0 || bits > width) return bad;
        }
        out.networks_.push_back({as_v6(address), bits + 128 - width});
    }
    return out;
}

bool AddressSet::contains(const Address& address) const {
    const auto v6 = as_v6(address);
    return std::ranges::any_of(networks_, [&](const Network& each) { return same_start(v6, each.address, each.bits); });
}

asio::ip::address_v6 client_network(const Address& address) {
    auto v6 = as_v6(address);
    if (v6.is_v4_mapped()) return v6;
    auto bytes = v6.to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), 0);
    return asio::ip::address_v6(bytes);
}

Address client_behind(const Address& peer, std::string_view forwarded_for, const AddressSet& trusted_proxies) {
    Address client = peer;
    while (!forwarded_for.empty() && trusted_proxies.contains(client)) {
        const auto comma = forwarded_for.rfind(',');
        const auto last = trimmed(comma == std::string_view::npos ? forwarded_for : forwarded_for.substr(comma + 1));
        ErrorCode error;
        const auto before = asio::ip::make_address(std::string(last), error);
        if (error) break;
        client = before;
        forwarded_for = comma == std::string_view::npos ? std::string_view() : forwarded_for.substr(0, comma);
    }
    return client;
}

}  // namespace muster::server
