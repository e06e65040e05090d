// muster take: sits down on a seat that is open to anybody.
#include "clients/cli/ask_server.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/http_get.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/sitting_down.hpp"
#include "clients/cli/terminal.hpp"

namespace muster::cli {

ExitCode run_take(const SeatOptions& options) {
    auto link = find_battle(options.server, options.battle);
    if (!link) return link.error();
    link->token.clear();
    const auto asked = bring_to_open_seat(*link, options.seat);
    if (!asked) return complain(asked.error().why, asked.error().code);
    const auto& wanted = asked->seat.seat;
    link->token = asked->seat.token;
    Json question{{"type", "take"}, {"battle", link->battle}, {"token", link->token}};
    asked->brought.add_to(question);
    if (!options.name.empty()) question["name"] = options.name;
    if (!wanted.empty()) question["seat"] = wanted;
    auto answer = ask_server(link->server, {question});
    if (!answer && answer.error() == server_failed) answer = ask_server(link->server, {question});  // the same token: what was done is not done again
    if (!answer) return answer.error();
    const auto seat = text_at(*answer, "seat");
    if (seat.empty()) return complain(link->server.url() + " answered with something that is not an invitation", server_failed);
    remember_seat(*link, seat, options.name);
    const Screen screen;
    screen.print("You are the " + plain(seat) + ". Your seat is remembered in " + SeatsFile::of_user().path().string() + "; its link, for another device:");
    screen.print("    " + link_text(link->server, link->battle, link->token));
    screen.print("To play:  muster play '" + link_text(link->server, link->battle) + "'");
    return done;
}

}  // namespace muster::cli
