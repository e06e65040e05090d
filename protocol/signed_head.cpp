#include "protocol/signed_head.hpp"

namespace muster::protocol {

namespace {

std::string text_to_sign(const Hash& start, std::uint32_t inputs, std::string_view chain, std::string_view shown, int step) {
    std::string out = "muster/head/2";
    out += bytes_of(start);
    append_u32(out, static_cast<std::uint32_t>(step));
    append_u32(out, inputs);
    out += chain;
    out += shown;
    return out;
}

std::string text_to_sign(const Chain& chain, const Shown& shown, int step) {
    return text_to_sign(chain.start(), chain.inputs(), bytes_of(chain.head()), bytes_of(shown.head()), step);
}

}  // namespace

SignedHead sign_head(const P256Key& key, const Chain& chain, const Shown& shown, int step) {
    return {chain.inputs(), to_hex(bytes_of(chain.head())), to_hex(bytes_of(shown.head())), to_hex(key.sign(text_to_sign(chain, shown, step)))};
}

bool is_head_signed(const Chain& chain, const Shown& shown, std::string_view signature, std::string_view server_key) {
    const auto bytes = from_hex(signature);
    return bytes && is_signed(text_to_sign(chain, shown, 0), *bytes, server_key);
}

bool is_head_signed(const SignedHead& head, const Hash& start, std::string_view server_key, int step) {
    const auto chain = from_lower_hex(head.chain, start.size());
    const auto shown = from_lower_hex(head.shown, start.size());
    const auto signature = from_lower_hex(head.signature, 64);
    if (!chain || !shown || !signature) return false;
    return is_signed(text_to_sign(start, head.inputs, *chain, *shown, step), *signature, server_key);
}

}  // namespace muster::protocol
