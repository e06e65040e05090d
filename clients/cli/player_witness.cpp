// Dice to which a third server adds: whoever is at the battle hears when it waits for that server, once for each thing that is to be said of it.
#include "clients/cli/awaited.hpp"
#include "clients/cli/player.hpp"

namespace muster::cli {

void Player::hear_of_witness(const Json& awaited) {
    auto said = witness_awaited(awaited, witness_, contest_);
    const auto before = std::exchange(awaited_, said);
    if (said == before) return;
    if (said.empty()) tell(contest_ ? "The battle no longer waits for its witness." : "The table no longer waits for its witness.");
    else tell(std::move(said), Tone::attention);
    show_prompt_soon();
}

}  // namespace muster::cli
