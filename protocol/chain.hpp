// The chains of a battle and the dice that follow from them (protocol/README.md, "The chain").
//
//   muster/2:  H(0)   = SHA-256("muster/2" ‖ 00 ‖ battle id ‖ 00 ‖ ruleset@version ‖ 00 ‖ server_key ‖ commitment ‖ JCS({options, setup, title}))
//              H(k)   = SHA-256(H(k-1) ‖ JCS(input k))
//              R(0)   = H(0)
//              R(k)   = SHA-256(R(k-1) ‖ JCS([{"data", "event"} of each public event that follows from input k]))
//   muster/1:  H(0)   = SHA-256("muster/1" ‖ 00 ‖ battle id ‖ 00 ‖ ruleset@version ‖ 00 ‖ commitment ‖ JCS(setup)), inputs with their `seq`, no R
//   both:      block b of roll r = HMAC-SHA256(server_seed, H ‖ u32be(r) ‖ u32be(b)); bytes below 252 give byte % 6 + 1
//
// Hashes and the key (the 65 bytes of the uncompressed point) enter as raw bytes.
#pragma once
#include <cstdint>
#include <memory>

#include "protocol/ids.hpp"
#include "rules/dice.hpp"
#include "rules/flat_json.hpp"
#include "rules/json.hpp"

namespace muster::protocol {

/// What a battle's chain begins with.
struct ChainOrigin {
    std::string_view battle;
    std::string_view ruleset;
    int version = 0;
    std::string_view server_key;  ///< empty: muster/1
    const Hash& commitment;
    const Json& setup;
    std::string_view title;
    const Json& options;
};

/// H: what was decided.
class Chain {
public:
    explicit Chain(const ChainOrigin& origin);

    /// `jcs`: the input as RFC 8785 text.
    void add(std::string_view jcs);
    const Hash& start() const { return start_; }
    const Hash& head() const { return head_; }
    /// How many inputs were added.
    std::uint32_t inputs() const { return inputs_; }

private:
    Hash start_;
    Hash head_;
    std::uint32_t inputs_ = 0;
};

/// R: what was shown. It feeds no dice.
class Shown {
public:
    explicit Shown(const Hash& start) : head_(start) {}

    /// The next public event that follows from the input that is being played. `data` is RFC 8785 text, or becomes it.
    void add(std::string_view event, std::string_view data);
    void add(std::string_view event, JsonView data);
    /// All that follow from it were added.
    void end_input();
    const Hash& head() const { return head_; }

private:
    Hash head_;
    std::string events_{};
};

/// Dice derived from the battle's secret and the chain as it stands when they are rolled.
class ProofDice : public rules::Dice {
public:
    /// `chain` must outlive this. `server_seed`: 32 bytes.
    ProofDice(std::string_view server_seed, const Chain& chain);
    ~ProofDice() override;
    ProofDice(const ProofDice&) = delete;
    ProofDice& operator=(const ProofDice&) = delete;

    std::optional<std::vector<int>> roll(int number, std::span<const int> sides) override;

private:
    Hash block(int number, int index);

    const Chain& chain_;
    struct Mac;
    std::unique_ptr<Mac> mac_;  // kept: setting up a key costs five times the HMAC itself
};

/// Appends the number as four bytes, the highest first.
void append_u32(std::string& out, std::uint32_t value);

}  // namespace muster::protocol
