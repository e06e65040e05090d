#include "clients/cli/held_seat.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "protocol/ids.hpp"

namespace muster::cli {

namespace {

std::expected<std::string, ExitCode> held_token(const Link& link, const std::string& wanted) {
    auto held = SeatsFile::of_user().seats_in(link.server.url(), link.battle);
    if (!held) return std::unexpected(complain(held.error(), server_failed));
    if (!wanted.empty()) std::erase_if(*held, [&](const HeldSeat& each) { return each.seat != wanted; });
    if (held->size() == 1) return held->front().token;
    if (held->empty())
        return std::unexpected(complain("you hold no " + (wanted.empty() ? "seat" : plain(wanted) + "'s seat") +
                                            " in this battle; give a seat's whole link (with what follows the #), or see it with: muster watch " + link.battle,
                                        wrong_input));
    return std::unexpected(complain("you hold several seats in this battle; say which with --seat", wrong_input));
}

HeldSeat asked_for(const Link& link, const std::string& seat, const std::string& token, bool taking) {
    return {.server = link.server.url(),
            .battle = link.battle,
            .seat = seat,
            .token = token,
            .drawn = protocol::to_hex(protocol::random_bytes(16)),
            .taking = taking};
}

void warn(const std::optional<std::string>& problem) {
    if (problem) complain(*problem + "; keep the link, it is not remembered", done);
}

/// What is kept of this seat from now on: what was, with a nonce in any case; `asked` if nothing was.
HeldSeat keep_before_asking(HeldSeat asked, const std::function<bool(const HeldSeat&)>& is_it) {
    warn(SeatsFile::of_user().change([&](protocol::Mine& mine) {
        const auto known =
            std::ranges::find_if(mine.seats, [&](const HeldSeat& each) { return each.server == asked.server && each.battle == asked.battle && is_it(each); });
        if (known == mine.seats.end()) return mine.seats.push_back(asked);
        if (known->brought().empty()) known->drawn = asked.drawn;
        asked = *known;
    }));
    return asked;
}

}  // namespace

std::expected<Link, ExitCode> find_seat(const SeatOptions& options) {
    const auto server = parse_server(options.server.url, options.server.ca);
    if (!server) return std::unexpected(complain(server.error(), wrong_input));
    auto link = parse_link(options.battle, *server);
    if (!link) return std::unexpected(complain(link.error(), wrong_input));
    if (!options.token.empty()) link->token = options.token;
    if (!link->token.empty()) return std::move(*link);
    auto token = held_token(*link, options.seat);
    if (!token) return std::unexpected(token.error());
    link->token = std::move(*token);
    return std::move(*link);
}

std::string token_held(const Server& server, const std::string& battle, const std::string& seat) {
    const auto held = SeatsFile::of_user().seats_in(server.url(), battle);
    if (!held) return {};
    const auto found = std::ranges::find(*held, seat, &HeldSeat::seat);
    return found == held->end() ? std::string() : found->token;
}

HeldSeat kept_before_asking(const Link& link) {
    return keep_before_asking(asked_for(link, {}, link.token, false), [&](const HeldSeat& each) { return each.token == link.token; });
}

HeldSeat seat_to_take(const Link& link, const std::string& seat) {
    return keep_before_asking(asked_for(link, seat, protocol::new_token(), true), [&](const HeldSeat& each) { return each.taking && each.seat == seat; });
}

void remember_seat(const Link& link, const std::string& seat, const std::string& name) {
    warn(SeatsFile::of_user().remember({.server = link.server.url(), .battle = link.battle, .seat = seat, .token = link.token, .name = name}));
}

}  // namespace muster::cli
