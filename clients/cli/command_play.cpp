// muster play, muster watch: at a battle until it ends.
#include <unistd.h>

#include <optional>

#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/player.hpp"

namespace muster::cli {

namespace {

ExitCode attend(Player::Settings settings, bool keyboard, const Link& link, std::function<void(const std::string&)> seated) {
    settings.server_url = link.server.url();
    Connection connection(link.server);
    std::optional<LineEditor> editor;  // outlived by the connection alone, to which it hands over
    if (keyboard) settings.keyboard = &editor.emplace();
    Player player(settings, connection, std::move(seated));
    const auto line = [&](std::string text) { connection.post([&player, text = std::move(text)]() mutable { player.typed(std::move(text)); }); };
    const auto end = [&] { connection.post([&player] { player.input_ended(); }); };
    std::optional<LineReader> reader;
    if (editor) editor->start(line, end);
    else if (settings.reads_lines) reader.emplace(line, end);
    connection.run(player);
    return player.exit_code();
}

bool somebody_types() { return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1; }

protocol::Bot bot_named(std::string_view name) {
    for (const auto& [bot, text] : names_of(protocol::Bot{}))
        if (text == name) return bot;
    return protocol::Bot::best;
}

}  // namespace

ExitCode run_play(const SeatOptions& options) {
    const auto link = find_seat(options);
    if (!link) return link.error();
    Player::Settings settings;
    settings.who = {link->battle, link->token, options.name, random_nonce()};
    if (!options.automatic.empty()) settings.automatic = bot_named(options.automatic);
    settings.quiet = options.quiet;
    settings.reads_lines = !settings.automatic;
    return attend(settings, settings.reads_lines && !options.quiet && somebody_types(), *link,
                  [&](const std::string& seat) { remember_seat(*link, seat, options.name); });
}

ExitCode run_watch(const SeatOptions& options) {
    const auto server = parse_server(options.server.url, options.server.ca);
    if (!server) return complain(server.error(), wrong_input);
    const auto link = parse_link(options.battle, *server);
    if (!link) return complain(link.error(), wrong_input);
    Player::Settings settings;
    settings.who.battle = link->battle;
    settings.quiet = options.quiet;
    settings.reads_lines = !options.quiet && somebody_types();
    return attend(settings, settings.reads_lines, *link, {});
}

}  // namespace muster::cli
