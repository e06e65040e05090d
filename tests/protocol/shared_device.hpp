// A device that plays a seat of a game with shared dice as clients do: it keeps what devices keep, and gives its shares only if all is well.
#pragma once
#include "protocol/seat_shares.hpp"
#include "tests/protocol/games.hpp"

namespace muster::test {

/// A small battle in which both sides lose armies at the same time, with shared dice.
Start shared_twins(Json options = Json::object());
Start shared_start(const char* ruleset, Json options = Json::object());

class SharedDevice {
public:
    /// The game is created, and nobody sits yet; the ladder is the game's own of this seat.
    SharedDevice(const Game& game, rules::Seat seat);

    /// Hears all events since it heard last, and what the server signs.
    std::optional<protocol::Breach> hear(const Game& game);
    /// Chooses alone, or seals (`choices` of all that are asked), and keeps its own.
    void choose(Game& game, const std::vector<Json>& choices);
    /// What it says to the request that is open.
    std::expected<protocol::ShareChoice, protocol::Breach> answer(const Game& game);
    /// The same; all shares are given.
    void give_shares(Game& game);
    /// Defaults for both, and the witness's shares, until those of the seats are due, or the end.
    void play_until_shares(Game& game);
    void play_out(Game& game);
    /// It starts anew with what it has kept.
    void restart();

    static protocol::ShareOptions request(const Game& game);
    static protocol::SignedHead head(const Game& game);
    protocol::SentInput* sent(std::int64_t decision);

    protocol::KeptSeat kept{};
    protocol::SeatShares shares;

private:
    rules::Seat seat_;
    std::size_t heard_ = 0;
};

}  // namespace muster::test
