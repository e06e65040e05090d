// muster play, muster watch: at a battle until it ends.
#include <unistd.h>

#include <optional>

#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/player.hpp"

namespace muster::cli {

namespace {

struct Attended {
    ExitCode code = done;
    std::optional<Player::Next> next{};
};

Attended attend(Player::Settings settings, bool keyboard, const Link& link, std::function<void(const std::string&)> seated) {
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
    return {player.exit_code(), player.next()};
}

bool somebody_types() { return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1; }

protocol::Bot bot_named(std::string_view name) {
    for (const auto& [bot, text] : names_of(protocol::Bot{}))
        if (text == name) return bot;
    return protocol::Bot::best;
}

Attended play(const SeatOptions& options, const Link& link, const std::string& name) {
    Player::Settings settings;
    settings.who = {link.battle, link.token, name};
    settings.bring = [&] { return bring(link); };
    if (!options.automatic.empty()) settings.automatic = bot_named(options.automatic);
    settings.quiet = options.quiet;
    settings.reads_lines = !settings.automatic;
    settings.held = [&](const std::string& battle, const std::string& seat) { return token_held(link.server, battle, seat); };
    return attend(settings, settings.reads_lines && !options.quiet && somebody_types(), link,
                  [&](const std::string& seat) { remember_seat(link, seat, name); });
}

}  // namespace

// One battle after the other, as long as there are rematches.
ExitCode run_play(const SeatOptions& options) {
    auto link = find_seat(options);
    if (!link) return link.error();
    auto name = options.name;
    while (true) {
        const auto [code, next] = play(options, *link, name);
        if (!next) return code;
        link->battle = next->battle;
        link->token = next->token;
        name = next->name;
        remember_seat(*link, next->seat, name);
    }
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
    return attend(settings, settings.reads_lines, *link, {}).code;
}

}  // namespace muster::cli
