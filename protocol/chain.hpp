// The chain of inputs and the dice that follow from it (protocol, section 5).
//
//   chain[0]   = SHA-256("muster/1" ‖ 00 ‖ battle id ‖ 00 ‖ ruleset@version ‖ 00 ‖ commitment ‖ JCS(setup))
//   chain[k+1] = SHA-256(chain[k] ‖ JCS(input k))
//   block b of roll r = HMAC-SHA256(server_seed, chain ‖ u32be(r) ‖ u32be(b)); bytes below 252 give byte % 6 + 1
//
// Hashes enter as their 32 raw bytes, the commitment too.
#pragma once
#include <memory>

#include "protocol/ids.hpp"
#include "rules/dice.hpp"
#include "rules/json.hpp"

namespace muster::protocol {

class Chain {
public:
    Chain(std::string_view battle, std::string_view ruleset, int version, const Hash& commitment, const Json& setup);

    /// `jcs`: the input as RFC 8785 text.
    void add(std::string_view jcs);
    const Hash& head() const { return head_; }

private:
    Hash head_;
};

/// Dice derived from the battle's secret and the chain as it stands when they are rolled.
class ProofDice : public rules::Dice {
public:
    /// `chain` must outlive this. `server_seed`: 32 bytes.
    ProofDice(std::string_view server_seed, const Chain& chain);
    ~ProofDice() override;
    ProofDice(const ProofDice&) = delete;
    ProofDice& operator=(const ProofDice&) = delete;

    std::optional<std::vector<int>> roll(int number, int count) override;

private:
    Hash block(int number, int index);

    const Chain& chain_;
    struct Mac;
    std::unique_ptr<Mac> mac_;  // kept: setting up a key costs five times the HMAC itself
};

}  // namespace muster::protocol
