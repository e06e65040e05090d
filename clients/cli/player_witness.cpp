// Dice to which a third server adds: whoever is at the battle hears when it waits for that server, once for each thing that is to be said of it.
#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"

namespace muster::cli {

void Player::hear_of_witness(const Json& awaited) {
    const auto message = plain(text_at(awaited, "message"));
    std::string said;
    if (text_at(awaited, "state") == "silent")
        said = "The battle waits for its witness, " + plain(witness_) +
               ", which adds to the dice and doesn't answer. Nobody loses by that; it goes on by itself. (" + message + ")";
    else if (awaited.is_object())
        said = "The witness, " + plain(witness_) +
               ", refuses to add to the dice, so the battle can't go on unless whoever runs it changes that. It can be conceded. (" + message + ")";
    const auto before = std::exchange(awaited_, said);
    if (said == before) return;
    if (said.empty()) tell("The battle no longer waits for its witness.");
    else tell(std::move(said), Tone::attention);
    show_prompt_soon();
}

}  // namespace muster::cli
