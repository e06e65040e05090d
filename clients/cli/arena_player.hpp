// Who plays in an arena: one of the built-in players, or a program (program_player.hpp). Each thread of an arena has its own.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "rules/battle.hpp"

namespace muster::cli {

/// A decision that a player is asked.
struct Turn {
    const rules::Battle& battle;
    const std::string& name;  ///< of the battle, as this seat knows it
    rules::Seat seat;
    const rules::Ask& ask;
    std::int64_t decision;
    bool sealed;  ///< others are asked at the same time
};

class ArenaPlayer {
public:
    virtual ~ArenaPlayer() = default;
    /// A new battle; what is left to chance depends on `seed` alone.
    virtual void begin(std::uint64_t /*seed*/) {}
    /// Whether tell() is for it: lines cost time.
    virtual bool listens() const { return false; }
    /// A message of the protocol without its line break.
    virtual void tell(std::string_view /*line*/) {}
    /// Nothing: it has failed, and so has lost.
    virtual std::optional<SharedJson> choose(const Turn& turn) = 0;

    /// How many of its choices were refused, so that the default was played.
    long refused() const { return refused_; }

protected:
    void count_refusal() { ++refused_; }

private:
    long refused_ = 0;
};

/// `default`, `best`, `listed` or `random`; null: there is none of this name.
std::unique_ptr<ArenaPlayer> built_in_player(std::string_view name);

}  // namespace muster::cli
