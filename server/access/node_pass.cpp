#include "server/access/node_pass.hpp"

#include <charconv>
#include <cstdlib>

#include "protocol/ids.hpp"
#include "server/base/limits.hpp"

namespace muster::server {

namespace {

constexpr std::string_view nobody = "-";

std::unexpected<Refusal> no_pass(std::string why) { return std::unexpected(Refusal{Code::not_your_seat, std::move(why)}); }

/// Up to the next space, which goes with it.
std::string_view take_word(std::string_view& text) {
    const auto end = std::min(text.find(' '), text.size());
    const auto word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

}  // namespace

std::string NodePass::proof(std::string_view time, std::string_view url, std::string_view address) const {
    std::string said = "muster node 1\n";
    for (const auto part : {time, url, address}) said.append(part).append("\n");
    return protocol::to_hex(protocol::bytes_of(protocol::hmac_sha256(secret_, said)));
}

std::optional<std::string> NodePass::make(const std::string& url, const std::string& address) const {
    const auto now = now_();
    if (!now) return {};
    const auto time = std::to_string(*now);
    const auto from = address.empty() ? std::string(nobody) : address;
    return time + " " + from + " " + proof(time, url, from);
}

std::expected<Address, Refusal> NodePass::read(std::string_view shown) const {
    const auto time = take_word(shown), from = take_word(shown), proved = take_word(shown);
    if (!shown.empty() || url_.empty() || !protocol::equal_secrets(proved, proof(time, url_, from)))
        return no_pass("this is no pass of a server of this store, or one for another address than this server has (node-url)");
    if (!is_of_now(time)) return no_pass("this pass of a server of this store is not of now");
    if (from == nobody) return Address();
    ErrorCode error;
    const auto address = asio::ip::make_address(std::string(from), error);
    if (error) return no_pass("this pass of a server of this store names no address");
    return unmapped(address);
}

bool NodePass::is_of_now(std::string_view time) const {
    std::int64_t at = 0;
    const auto read = std::from_chars(time.data(), time.data() + time.size(), at);
    const auto now = now_();
    return read.ec == std::errc() && now && std::abs(*now - at) <= std::chrono::milliseconds(limits::node_pass_max).count();
}

std::string NodePass::sealed(std::string_view time, std::string_view url, std::string_view said) const {
    std::string all = "muster node order 1\n";
    for (const auto part : {time, url, said}) all.append(part).append("\n");
    return protocol::to_hex(protocol::bytes_of(protocol::hmac_sha256(secret_, all)));
}

std::optional<std::string> NodePass::seal(const std::string& url, std::string_view said) const {
    const auto now = now_();
    if (!now) return {};
    const auto time = std::to_string(*now);
    return time + " " + sealed(time, url, said);
}

bool NodePass::has_sealed(std::string_view said, std::string_view seal) const {
    const auto time = take_word(seal), proved = take_word(seal);
    return seal.empty() && !url_.empty() && protocol::equal_secrets(proved, sealed(time, url_, said)) && is_of_now(time);
}

}  // namespace muster::server
