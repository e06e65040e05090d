// muster invite: a new link for a seat that nobody has taken, or for one's own.
#include "clients/cli/ask_server.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"

namespace muster::cli {

ExitCode run_invite(const InviteOptions& options) {
    SeatOptions mine;
    mine.server = options.server;
    mine.battle = options.battle;
    const auto link = find_seat(mine);
    if (!link) return link.error();
    const bool own = options.seat.empty();
    Json question{{"type", own ? "hand_over" : "invite"}, {"battle", link->battle}, {"token", link->token}};
    if (!own) question["seat"] = options.seat;
    const auto answer = ask_server(link->server, std::move(question));
    if (!answer) return answer.error();
    const auto token = text_at(*answer, "token");
    if (token.empty()) return complain(link->server.url() + " answered with something that is no invitation", server_failed);
    const Screen screen;
    screen.print(own ? "A new link for your seat. Once somebody opens it, yours opens nothing any more:"
                     : "A new link for the seat \"" + plain(options.seat) + "\"; the one before opens nothing any more:");
    screen.print("    " + link_text(link->server, link->battle, token));
    return done;
}

}  // namespace muster::cli
