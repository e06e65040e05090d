// The course of battles whose dice a witness feeds, and whether what it says is its own (protocol/README.md, "Witnessed dice").
#pragma once
#include <optional>
#include <string>

#include "protocol/chain.hpp"
#include "protocol/proof/difference.hpp"
#include "protocol/proof/entry.hpp"

namespace muster::protocol::proof {

/// When its ladder and its shares may come.
class WitnessedDice {
public:
    /// Nothing but its first ladder comes now.
    bool awaits_ladder() const { return !joined_; }
    /// Which share it may have been asked for now; 0: none.
    int asked_step() const { return is_given_ || !is_asked_ ? 0 : steps_ + 1; }
    /// Whether dice may be rolled.
    bool feeds_dice() const { return is_given_; }
    /// Something comes that never does between a choice and the share.
    void passes() { is_asked_ = false; }
    /// A decision is made.
    void decides();
    /// Its ladder comes, the first or another; false: it may not. `is_asked`: its share may be asked for now.
    bool joins(bool is_asked);
    /// Its share comes, which may be asked for; false: it may not.
    bool gives();

private:
    int steps_ = 0;
    int after_ = 0;  ///< shares before its ladder
    bool joined_ = false;
    bool is_given_ = false;  ///< since the last decision
    bool is_asked_ = true;   ///< since then nothing came that may not come before the share
};

/// Whose rungs they are, and who signed them.
class WitnessLadder {
public:
    /// `key`: of the witness.
    WitnessLadder(const Hash& start, std::string key) : start_(start), key_(std::move(key)) {}

    /// What is wrong with the input, which may come now, before `chain` has it; it is taken in if nothing is.
    std::optional<Problem> input(const Entry& entry, const Chain& chain);

private:
    bool is_its(const std::string& text, const std::string& signature) const;

    Hash start_;
    std::string key_;
    Hash rung_{};
    int steps_ = 0;
};

}  // namespace muster::protocol::proof
