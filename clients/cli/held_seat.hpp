// Which seat is meant, and remembering it once the server has let us take it.
#pragma once
#include <expected>
#include <string>

#include "clients/cli/commands.hpp"
#include "clients/cli/link.hpp"
#include "clients/cli/seats_file.hpp"

namespace muster::cli {

/// The battle that `options` name with the token of the seat to play: the option's, the link's, or that of a seat held
/// in this battle. Complaints are printed already.
std::expected<Link, ExitCode> find_seat(const SeatOptions& options);

/// The token that the user holds for this seat; empty: none is known.
std::string token_held(const Server& server, const std::string& battle, const std::string& seat);

/// What is kept of this link's seat before anything is asked of the server: with a nonce, drawn and remembered at the first time and the same ever after.
HeldSeat kept_before_asking(const Link& link);

/// The token and the nonce by which this seat of the battle, open to anybody, is asked for (`seat` empty: any): drawn and remembered at the first time, the
/// same until it is given.
HeldSeat seat_to_take(const Link& link, const std::string& seat);

/// Remembers a seat that was taken; failing is said, but does not matter for playing.
void remember_seat(const Link& link, const std::string& seat, const std::string& name);

}  // namespace muster::cli
