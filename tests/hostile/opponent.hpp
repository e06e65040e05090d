// Whoever plays honestly on a server that may cheat: keeps what devices keep, and says what they say.
#pragma once
#include <optional>

#include "protocol/heard.hpp"
#include "protocol/seat_shares.hpp"
#include "rules/random.hpp"
#include "tests/protocol/games.hpp"

namespace muster::test {

/// The defender's device. It hears of the battle only what it is told.
class Opponent {
public:
    /// The battle is created, and nobody sits yet. `seed`: of its choices.
    Opponent(const Game& game, std::uint64_t seed);

    /// The next event.
    void hear(const Json& event);
    /// What the server signs now. `floor`: how many inputs it had signed before, if the device comes back.
    void hear_head(const protocol::SignedHead& head, std::uint32_t floor = 0);
    /// What it sends for a decision: its choice or, if that is sealed for the server too, the seal. Null: it sends nothing.
    Json choose(const protocol::Fold& fold, const protocol::OpenDecision& open);
    /// The server says that this choice is durable.
    void accepted(std::int64_t decision);
    void offer_draw();
    /// Its share, unless something is wrong: then `breach` says what.
    std::optional<Json> share(const protocol::ShareOptions& asked, const protocol::SignedHead& head);

    protocol::KeptSeat kept{};
    std::optional<protocol::Breach> breach{};  ///< the first thing that it found wrong

private:
    void notice(std::optional<protocol::Breach> found);

    protocol::SeatShares shares_;
    protocol::Hearing hearing_;
    rules::Random random_;
};

}  // namespace muster::test
