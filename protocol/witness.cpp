#include "protocol/witness.hpp"

#include "protocol/chain.hpp"
#include "protocol/shares.hpp"

namespace muster::protocol {

namespace {

const Json* option(const Json& options, const char* name) {
    if (!options.is_object()) return nullptr;
    const auto found = options.find(name);
    return found == options.end() || found->is_null() ? nullptr : &*found;
}

}  // namespace

bool has_witness(const Json& options) {
    const auto* dice = option(options, "dice");
    return dice && (*dice == name_of(DiceOf::witnessed) || (*dice == name_of(DiceOf::shared) && option(options, "witness")));
}

std::optional<std::string> witness_key(const Json& options) {
    const auto* witness = option(options, "witness");
    const auto* key = witness ? option(*witness, "key") : nullptr;
    return key && key->is_string() ? from_lower_hex(key->get_ref<const std::string&>(), 65) : std::nullopt;
}

std::string ladder_to_ask(const Hash& start, int after) {
    std::string out = "muster/witness-ladder/2";
    out += bytes_of(start);
    append_u32(out, static_cast<std::uint32_t>(after));
    return out;
}

std::string ladder_to_witness(const Hash& start, int after, const Hash& foot) {
    std::string out = "muster/witness/2";
    out += bytes_of(start);
    append_u32(out, static_cast<std::uint32_t>(after));
    out += bytes_of(foot);
    return out;
}

std::string share_to_witness(const Hash& start, int step, std::uint32_t inputs, const Hash& chain, const Hash& rung) {
    std::string out = "muster/witnessed/2";
    out += bytes_of(start);
    append_u32(out, static_cast<std::uint32_t>(step));
    append_u32(out, inputs);
    out += bytes_of(chain);
    out += bytes_of(rung);
    return out;
}

}  // namespace muster::protocol
