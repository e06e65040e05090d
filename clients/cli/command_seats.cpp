// muster seats: what this device keeps, from one device to another.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/seats_file.hpp"
#include "clients/cli/terminal.hpp"

namespace muster::cli {

namespace {

std::string seats_of(const protocol::Mine& mine) { return counted(std::ranges::count_if(mine.seats, &protocol::KeptSeat::is_given), "seat"); }

}  // namespace

ExitCode run_seats_export(const SeatsOptions& options) {
    const auto mine = SeatsFile::of_user().read();
    if (!mine) return complain(mine.error(), server_failed);
    const auto text = protocol::mine_text(*mine);
    if (options.file == "-") {
        std::fputs(text.c_str(), stdout);
        return done;
    }
    if (const auto problem = write_private(options.file, text)) return complain(*problem, wrong_input);
    Screen().print(seats_of(*mine) + " written to " + plain(options.file) + ". Whoever has this file can play them: keep it to yourself.");
    return done;
}

ExitCode run_seats_import(const SeatsOptions& options) {
    const auto text = read_file(options.file);
    if (!text) return complain(text.error(), wrong_input);
    auto other = protocol::read_mine(*text);
    if (!other) return complain(plain(options.file) + ": " + refusal_text(other.error()), wrong_input);
    for (auto& each : other->seats)  // the page leaves out the usual port
        if (const auto server = parse_server(each.server)) each.server = server->url();
    for (auto& each : other->servers)
        if (const auto server = parse_server(each.server)) each.server = server->url();
    const auto seats = seats_of(*other);
    std::vector<std::string> contradictions;
    if (const auto problem = SeatsFile::of_user().change([&](protocol::Mine& mine) { contradictions = protocol::merge(mine, std::move(*other)); }))
        return complain(*problem, server_failed);
    const Screen screen;
    screen.print(seats + " read from " + plain(options.file) + ".");
    for (const auto& each : contradictions) screen.print(Line{Tone::bad, "The server went against its word: " + plain(each)});
    return contradictions.empty() ? done : answer_is_no;
}

}  // namespace muster::cli
