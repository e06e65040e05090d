#include "clients/cli/held_seat.hpp"

#include <algorithm>

#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"

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

void remember_seat(const Link& link, const std::string& seat, const std::string& name) {
    const auto file = SeatsFile::of_user();
    if (const auto problem = file.remember({link.server.url(), link.battle, seat, link.token, name}))
        complain(*problem + "; keep the link, it is not remembered", done);
}

}  // namespace muster::cli
