// muster create: a new battle, and a link for each seat.
#include "clients/cli/ask_server.hpp"
#include "clients/cli/clock_option.hpp"
#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/http_get.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"
#include "protocol/mine.hpp"

namespace muster::cli {

namespace {

/// Which server that is, and by which key it signs, as it says itself.
std::expected<Json, std::string> witness_json(const std::string& address, const std::string& ca) {
    const auto server = parse_server(address, ca);
    if (!server) return std::unexpected("--witness: " + server.error());
    const auto answer = http_get(*server, "/api/v1/witness");
    if (!answer) return std::unexpected("the witness says nothing: " + answer.error());
    const auto said = parse_json(answer->body);
    const auto key = answer->status == 200 && said ? text_at(*said, "key") : std::string();
    if (key.empty()) return std::unexpected(server->url() + " is no server that can be a witness");
    return Json{{"address", server->url()}, {"key", key}};
}

std::expected<Json, std::string> options_json(const CreateOptions& options) {
    Json out = Json::object();
    if (!options.title.empty()) out["title"] = options.title;
    if (!options.visibility.empty()) out["visibility"] = options.visibility;
    if (options.confirm) out["confirm"] = true;
    if (!options.on_timeout.empty()) out["on_timeout"] = options.on_timeout;
    if (!options.dice.empty()) out["dice"] = options.dice;
    if (!options.witness.empty()) {
        auto witness = witness_json(options.witness, options.server.ca);
        if (!witness) return std::unexpected(witness.error());
        if (options.dice != "shared") out["dice"] = "witnessed";
        out["witness"] = std::move(*witness);
    }
    if (options.clock.empty()) return out;
    auto clock = read_clock_option(options.clock);
    if (!clock) return std::unexpected(clock.error());
    out["clock"] = std::move(*clock);
    return out;
}

// What the server thinks of the seats and policies it says itself.
std::expected<Json, std::string> seats_json(const CreateOptions& options) {
    Json out = Json::object();
    for (const auto& each : options.bots) {
        const auto equals = each.find('=');
        if (equals == 0 || equals == std::string::npos)
            return std::unexpected("--bot: expected SEAT=POLICY, such as defender=best, not \"" + plain(each) + "\"");
        out[each.substr(0, equals)] = {{"bot", each.substr(equals + 1)}};
    }
    for (const auto& seat : options.open) out[seat]["open"] = true;
    return out;
}

void print_links(const Server& server, const Json& created) {
    const Screen screen;
    const auto battle = text_at(created, "battle");
    screen.print(Line{Tone::heading, "Battle " + battle});
    screen.print("");
    std::vector<std::vector<std::string>> rows;
    for (const auto& seat : value_at(created, "seats")) rows.push_back({text_at(seat, "seat"), link_text(server, battle, text_at(seat, "token"))});
    if (!rows.empty()) screen.print("One link for each seat. Whoever has a link plays that seat; they are shown only now:");
    for (auto& row : table(rows, 4)) screen.print(Line{Tone::attention, std::move(row)});
    screen.print("To watch it:");
    screen.print("    " + link_text(server, battle));
    if (rows.empty()) return;  // the server plays all seats
    screen.print("");
    if (rows.size() == 1) screen.print("Take your seat:");
    else if (rows.size() == 2) screen.print("Take a seat of your own, and send the other link to whoever plays with you:");
    else screen.print("Take a seat of your own, and send each of the others one of the other links:");
    for (const auto& row : rows) screen.print("    muster play '" + row.back() + "' --name YOUR_NAME");
}

void print_json(const Server& server, Json created) {
    const auto battle = text_at(created, "battle");
    for (auto& seat : created["seats"])
        if (seat.is_object()) seat["link"] = link_text(server, battle, text_at(seat, "token"));
    created.erase("type");
    created.erase("id");
    created["watch"] = link_text(server, battle);
    Screen().print(created.dump());
}

}  // namespace

ExitCode run_create(const CreateOptions& options) {
    const auto server = parse_server(options.server.url, options.server.ca);
    if (!server) return complain(server.error(), wrong_input);
    const auto setup = read_setup(options.setup, options.example);
    if (!setup) return complain(setup.error(), wrong_input);
    const auto wanted = options_json(options);
    if (!wanted) return complain(wanted.error(), wrong_input);
    const auto seats = seats_json(options);
    if (!seats) return complain(seats.error(), wrong_input);
    Json question{{"type", "create"}, {"ruleset", setup->at("ruleset")}, {"setup", setup->at("setup")}, {"options", *wanted}};
    if (!seats->empty()) question["seats"] = *seats;
    auto created = ask_server(*server, {std::move(question)});
    if (!created) return created.error();
    if (text_at(*created, "battle").empty() || !value_at(*created, "seats").is_array())
        return complain(server->url() + " answered with something that is not a battle", server_failed);
    if (options.json) {
        print_json(*server, std::move(*created));
        return done;
    }
    print_links(*server, *created);
    if (const auto& witness = value_at(*wanted, "witness"); witness.is_object())
        Screen().print(
            Line{Tone::quiet, "The witness " + text_at(witness, "address") + " signs by the key " + protocol::fingerprint(text_at(witness, "key")) + "."});
    return done;
}

}  // namespace muster::cli
