#include "server/access/caller_address.hpp"

#include <optional>

namespace muster::server {

namespace {

constexpr int v4_begins_at = 96;  // bits of ::ffff:0:0

asio::ip::address_v6 as_v6(const Address& address) {
    if (address.is_v4()) return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4());
    auto v6 = address.to_v6();
    v6.scope_id(0);
    return v6;
}

// "10.0.0.0/8", "2001:db8::/32"; a single address is a network of one.
std::optional<asio::ip::network_v6> network_of(const std::string& text) {
    ErrorCode error;
    const auto address = asio::ip::make_address(text.substr(0, text.find('/')), error);
    if (error) return {};
    if (!text.contains('/')) return asio::ip::network_v6(as_v6(address), 128);
    if (address.is_v6()) {
        const auto network = asio::ip::make_network_v6(text, error);
        return error ? std::nullopt : std::optional(network);
    }
    const auto network = asio::ip::make_network_v4(text, error);
    if (error) return {};
    return asio::ip::network_v6(as_v6(network.address()), static_cast<unsigned short>(v4_begins_at + network.prefix_length()));
}

// With a text that network_of does not take.
std::string what_is_wrong(const std::string& text) {
    const std::string host = text.substr(0, text.find('/'));
    ErrorCode error;
    const auto address = asio::ip::make_address(host, error);
    if (error) return "\"" + text + "\" is neither an address nor a network such as 10.0.0.0/8";
    return "\"" + text + "\" is no network: behind " + host + "/ stands a whole number from 0 to " + (address.is_v4() ? "32" : "128");
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
        const auto network = network_of(text);
        if (!network) return std::unexpected(what_is_wrong(text));
        out.networks_.push_back(network->canonical());
    }
    return out;
}

std::expected<std::string, std::string> network_text(const std::string& text) {
    const auto network = network_of(text);
    if (!network) return std::unexpected(what_is_wrong(text));
    const auto first = unmapped(network->canonical().address());
    const bool is_v4 = first.is_v4() && network->prefix_length() >= v4_begins_at;  // "::ffff:0.0.0.0/90" is more than IPv4
    const int length = network->prefix_length() - (is_v4 ? v4_begins_at : 0);
    const std::string address = is_v4 ? first.to_string() : network->canonical().address().to_string();
    return length == (is_v4 ? 32 : 128) ? address : address + "/" + std::to_string(length);
}

bool AddressSet::contains(const Address& address) const {
    const auto v6 = as_v6(address);
    return std::ranges::any_of(networks_,
                               [&](const asio::ip::network_v6& each) { return asio::ip::network_v6(v6, each.prefix_length()).network() == each.address(); });
}

asio::ip::address_v6 caller_network(const Address& address) {
    auto v6 = as_v6(address);
    if (v6.is_v4_mapped()) return v6;
    auto bytes = v6.to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), 0);
    return asio::ip::address_v6(bytes);
}

std::string caller_text(const Address& address) {
    const auto plain = unmapped(address);
    return plain.is_v4() || plain.is_loopback() ? plain.to_string() : caller_network(plain).to_string() + "/64";
}

Address unmapped(const Address& address) {
    if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
}

Address caller_behind(const Address& peer, std::string_view forwarded_for, const AddressSet& trusted_proxies) {
    Address caller = unmapped(peer);
    while (!forwarded_for.empty() && trusted_proxies.contains(caller)) {
        const auto comma = forwarded_for.rfind(',');
        const auto last = trimmed(comma == std::string_view::npos ? forwarded_for : forwarded_for.substr(comma + 1));
        ErrorCode error;
        const auto before = asio::ip::make_address(std::string(last), error);
        if (error) break;
        caller = unmapped(before);
        forwarded_for = comma == std::string_view::npos ? std::string_view() : forwarded_for.substr(0, comma);
    }
    return caller;
}

}  // namespace muster::server
