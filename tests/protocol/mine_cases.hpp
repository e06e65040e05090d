// Records, and what a device kept of their battles: some of servers that went against their word. The program and the SDK (tests/js) must name the
// same difference of each.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "protocol/heard.hpp"
#include "tests/protocol/games.hpp"

namespace muster::test {

struct MineCase {
    std::string name;
    Json record;
    protocol::KeptSeat kept;
    std::string kind{};  ///< of the difference; empty: there is none
    std::string path{};
};

std::vector<MineCase> mine_cases();
/// Of battles whose dice are shared.
std::vector<MineCase> shared_mine_cases();

/// A device that plays a seat of a game and keeps what devices keep.
class Device {
public:
    Device(const Game& game, rules::Seat seat);

    /// Chooses for the decision of this seat that is open, as a client does.
    void choose(Game& game, const Json& choice);
    /// What it sends is to be accepted.
    void send(const std::string& kind, std::int64_t decision = 0, const Json& choice = {});
    /// It is told what has happened since, ...
    void tell(const Game& game);
    /// ... and the server signs how far that is.
    std::optional<protocol::Breach> hear(const Game& game, std::uint32_t floor = 0);

    protocol::KeptSeat kept{};

private:
    protocol::Hearing hearing_;
    std::size_t told_ = 0;
};

}  // namespace muster::test
