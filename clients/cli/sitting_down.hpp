// What is brought when a seat is taken: it is drawn and remembered before anything is asked, and the same at each attempt, so that whoever runs the server
// cannot refuse until something comes that suits him. Where dice are shared the battle is looked at first, since a ladder is for what it begins with.
#pragma once
#include <expected>
#include <string>

#include "clients/cli/exit_codes.hpp"
#include "clients/cli/following.hpp"
#include "clients/cli/link.hpp"
#include "clients/cli/seats_file.hpp"

namespace muster::cli {

/// Why nobody sits down.
struct NotSeated {
    std::string why;  ///< a sentence
    ExitCode code = server_failed;
    bool for_now = false;  ///< the server was not there or busy: it is tried again
};

/// Whether the dice of this battle are shared, by what is kept or else by the server.
std::expected<bool, NotSeated> dice_are_shared(const Link& link);

/// For the seat that the link's token opens.
std::expected<Following::Brought, NotSeated> bring(const Link& link);

/// A seat that is open to anybody, as it is asked for. `link` has no token.
struct Asked {
    HeldSeat seat;  ///< with the token
    Following::Brought brought;
};
/// `seat` empty: any; where dice are shared the first that is free, since its name must be known.
std::expected<Asked, NotSeated> bring_to_open_seat(const Link& link, const std::string& seat);

}  // namespace muster::cli
