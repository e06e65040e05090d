// muster invite: a new link for a seat.
#include "clients/cli/ask_server.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"

namespace muster::cli {

namespace {

/// Somebody sits on this seat of a battle as the server describes it.
bool is_taken(const Json& battle, const std::string& seat) {
    for (const auto& each : value_at(battle, "seats"))
        if (text_at(each, "seat") == seat) return !value_at(each, "name").is_null();
    return false;
}

}  // namespace

ExitCode run_invite(const InviteOptions& options) {
    SeatOptions mine;
    mine.server = options.server;
    mine.battle = options.battle;
    const auto link = find_seat(mine);
    if (!link) return link.error();
    const auto battle = api(link->server, "/api/v1/battles/" + link->battle, link->token);
    if (!battle) return battle.error();
    const Json question{{"type", "hand_over"}, {"battle", link->battle}, {"token", link->token}};
    const auto answer = ask_server(link->server, std::vector{question});
    if (!answer) return answer.error();
    const auto token = text_at(*answer, "token");
    if (token.empty()) return complain(link->server.url() + " answered with something that is not an invitation", server_failed);
    const auto seat = text_at(*answer, "seat");
    const Screen screen;
    if (is_taken(*battle, seat)) {
        screen.print("A link that hands over the seat \"" + plain(seat) + "\". The one before ends when somebody plays with this one:");
        screen.print("    " + hand_over_link(link->server, link->battle, token));
    } else {
        screen.print("A new link for the free seat \"" + plain(seat) + "\". The one before has ended:");
        screen.print("    " + link_text(link->server, link->battle, token));
    }
    return done;
}

}  // namespace muster::cli
