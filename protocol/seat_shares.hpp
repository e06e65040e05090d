// One seat's side of shared dice (protocol/README.md, "Shared dice"): which of its ladders is in force, what seals a choice, and whether a request for
// a share is one that may be answered. Pure: events and requests in, answers out; what is to be kept is written into the KeptSeat, and whoever calls
// stores that before the answer is sent.
#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/input.hpp"
#include "protocol/ladder.hpp"
#include "protocol/mine.hpp"
#include "protocol/shares.hpp"

namespace muster::protocol {

class SeatShares {
public:
    /// Precondition: how the battle began and which seat it is are kept.
    explicit SeatShares(const KeptSeat& kept);

    /// The battle's next event, from the first one on. A breach if a ladder was put in that nobody here drew.
    std::optional<Breach> happens(std::int64_t seq, const std::string& event, const Json& data, const KeptSeat& kept);

    /// Whether this device drew the ladder that is in force, so that it can give shares.
    bool holds_ladder() const { return ladder_.has_value(); }
    /// The foot (hex) of that; empty: this device did not draw it.
    std::string foot() const { return ladder_ ? to_hex(bytes_of(ladder_->foot())) : std::string(); }
    /// How often it can still give one.
    int rungs_left() const { return ladder_ ? Ladder::rungs - (given_ - after_) : 0; }

    /// The foot (hex) of the last ladder that was drawn, unless it has been put in: then one is drawn for it.
    std::string fresh_ladder(KeptSeat& kept) const;
    /// Whether one that was drawn here waits to be put in: the one in force came from another device, which may still have it.
    bool has_fresh_ladder(const KeptSeat& kept) const;

    /// The seal of a choice for this decision, which is kept; never of another one than before, and never with a rung that was given already. What is wrong
    /// has the kind of a breach; "outdated" is the latter, and may be nobody's fault.
    std::expected<SealChoice, Breach> seal(KeptSeat& kept, const std::string& kind, std::int64_t decision, const Json& choice) const;

    /// The answer to a request for a share; the head is kept as answered. A breach: it must not be answered. The same request may come again. "outdated" is
    /// nobody's fault: another program of the seat has answered already, and gone on.
    std::expected<ShareChoice, Breach> answer(KeptSeat& kept, const ShareOptions& asked, const std::optional<SignedHead>& head);

    /// The signature (hex) of an input of the seat by the key that is in force; nothing: this device does not have that, or there is none.
    std::optional<std::string> sign(const KeptSeat& kept, const Json& input) const;
    /// Whether this device has the key that is in force.
    bool signs(const KeptSeat& kept) const;
    /// Whether the seat has brought a key, from whichever device.
    bool has_key() const { return !key_.empty(); }

private:
    struct Shown {
        std::int64_t seq = 0;
        std::string event;
        std::string data;  ///< RFC 8785
    };
    /// How far all is known to be as it was signed.
    struct Base {
        std::uint32_t inputs = 0;
        Hash chain{};
        Hash shown{};
    };

    std::optional<Breach> check(const KeptSeat& kept, const ShareOptions& asked, const SignedHead& head);
    std::optional<Base> base_of(const KeptSeat& kept, int step, const SignedHead& head, std::size_t inputs) const;
    bool begin_with_shares(const std::vector<Input>& inputs, int step) const;
    bool is_due(const KeptSeat& kept, const std::vector<Input>& inputs, int step) const;
    bool is_as_shown(const std::vector<Input>& inputs, std::size_t from, Hash shown, const std::string& signed_shown) const;
    bool is_of_witness(const Input& input, std::uint32_t inputs, const Hash& chain) const;
    bool is_not_of_witness() const;
    bool is_own(const KeptSeat& kept, const Input& input, int step) const;
    const SentInput* sealed_in(const KeptSeat& kept, const std::vector<FlatJson>& inputs, int step) const;
    const SentInput* opened_by(const KeptSeat& kept, const Input& input, int step) const;
    std::string foot_of(const Hash& secret) const;
    bool is_as_begun(const KeptSeat& kept) const;
    std::string waiting_foot(const KeptSeat& kept) const;
    Hash rung(int step) const { return ladder_->rung(step - after_); }

    Hash start_;
    std::string server_key_;
    std::string seat_;
    bool has_witness_;
    std::optional<std::string> witness_key_;  ///< nothing: there is no witness, or what is named is no key
    std::optional<Ladder> ladder_{};
    std::string key_{};                ///< by which the seat signs, hex
    std::vector<std::string> feet_{};  ///< of all that were put in, by whichever device
    bool held_ = false;                ///< the ladder in force was this device's, once
    bool others_ = false;              ///< the seat has been handed over
    int after_ = 0;                    ///< the step after which the ladder in force was put in
    int given_ = 0;                    ///< the last step of which the shares were shown
    int witness_step_ = 0;             ///< the last of which the witness's share was shown
    bool skips_witness_ = false;       ///< once it was not the one after the last
    std::int64_t since_given_ = 2;     ///< the first event that belongs to what comes after the last step that was asked for
    std::vector<Shown> events_{};      ///< that follow from inputs, since then
};

}  // namespace muster::protocol
