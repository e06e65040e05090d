// What the server vouches for with its key: how far a battle has come, what was decided in it and what was shown. Two of them that cannot
// both be of one history prove a cheat to anybody.
#pragma once
#include <cstdint>
#include <string>

#include "protocol/chain.hpp"
#include "protocol/p256_key.hpp"
#include "rules/fields.hpp"

namespace muster::protocol {

/// The signature is of
///   "muster/head/2" ‖ H(0) ‖ u32be(step) ‖ u32be(k) ‖ H(k) ‖ R(k)
/// by ECDSA on P-256 with SHA-256: r ‖ s, 64 bytes. `step` is 0 but where the seats are asked for their shares of the dice.
struct SignedHead {
    std::uint32_t inputs = 0;  ///< k
    std::string chain;         ///< H(k), hex
    std::string shown;         ///< R(k), hex
    std::string signature;     ///< hex
    static void fields(auto& visit, auto& self) {
        visit("inputs", self.inputs, Rule{.min = 0, .about = "how many inputs there have been"});
        visit("chain", self.chain, Rule{.max = 64, .about = "the chain after them"});
        visit("shown", self.shown, Rule{.max = 64, .about = "the chain of events that they brought forth"});
        visit("signature", self.signature, Rule{.max = 128, .about = "of these and the battle's start, by the server's key"});
    }
    bool operator==(const SignedHead&) const = default;
};

SignedHead sign_head(const P256Key& key, const Chain& chain, const Shown& shown, int step = 0);
/// Whether `signature` (hex) is the server's word for this end of a battle.
bool is_head_signed(const Chain& chain, const Shown& shown, std::string_view signature, std::string_view server_key);
/// The same of a head that came from a server; `start`: H(0) of the battle that it should be of.
bool is_head_signed(const SignedHead& head, const Hash& start, std::string_view server_key, int step = 0);

}  // namespace muster::protocol
