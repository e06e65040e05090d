#include "clients/cli/awaited.hpp"

#include "clients/cli/narration.hpp"

namespace muster::cli {

const std::string_view share_awaited =
    "Waiting for the other side's share of the dice; it is given by itself while their program, or muster agent, is running.";

// At a table of several nobody may leave meanwhile: whoever runs the server may know the dice.
std::string witness_awaited(const Json& awaited, const std::string& address, bool contest) {
    const auto message = plain(text_at(awaited, "message"));
    const std::string what = contest ? "battle" : "table";
    if (text_at(awaited, "state") == "silent")
        return "The " + what + " waits for its witness, " + plain(address) +
               ", which adds to the dice and doesn't answer. Nobody loses by that; it goes on by itself. (" + message + ")";
    if (!awaited.is_object()) return {};
    return "The witness, " + plain(address) + ", refuses to add to the dice, so the " + what + " can't go on unless whoever runs it changes that." +
           (contest ? " It can be conceded. (" : " (") + message + ")";
}

}  // namespace muster::cli
