#include "protocol/witness.hpp"

#include "protocol/chain.hpp"

namespace muster::protocol {

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
