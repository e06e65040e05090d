// muster invite: a new link for a seat.
#include "clients/cli/ask_server.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/keeper.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"

namespace muster::cli {

ExitCode run_invite(const InviteOptions& options) {
    SeatOptions mine;
    mine.server = options.server;
    mine.battle = options.battle;
    const auto link = find_seat(mine);
    if (!link) return link.error();
    const Json question{{"type", "hand_over"}, {"battle", link->battle}, {"token", link->token}};
    const auto answer = ask_server(link->server, std::vector{question});
    if (!answer) return answer.error();
    const auto token = text_at(*answer, "token");
    if (token.empty()) return complain(link->server.url() + " answered with something that is not an invitation", server_failed);
    const auto seat = text_at(*answer, "seat");
    const Screen screen;
    if (value_at(*answer, "taken") == true) {
        Keeper keeper(SeatsFile::of_user(), link->server.url(), link->battle, link->token);
        keeper.asks();
        for (const auto& each : keeper.sends(question, {})) complain(each, done);
        screen.print("A link that hands over the seat \"" + plain(seat) + "\". The old link stops working as soon as someone plays with this one:");
        screen.print("    " + hand_over_link(link->server, link->battle, token));
    } else {
        screen.print("A new link for the free seat \"" + plain(seat) + "\". The old link no longer works:");
        screen.print("    " + link_text(link->server, link->battle, token));
    }
    return done;
}

}  // namespace muster::cli
