// muster list, muster show: what the server's lobby and archive tell.
#include <algorithm>

#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/http_get.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"
#include "protocol/mine.hpp"

namespace muster::cli {

namespace {

std::string query_of(const ListOptions& options) {
    std::string out = "?limit=" + std::to_string(options.limit);
    const auto add = [&](std::string_view key, std::string_view value) {
        if (!value.empty()) out += "&" + std::string(key) + "=" + url_escaped(value);
    };
    add("status", options.status);
    add("ruleset", options.ruleset);
    add("player", options.player);
    add("outcome", options.outcome);
    add("from", options.from);
    add("to", options.to);
    if (options.open) add("open", "true");
    if (options.before > 0) out += "&before=" + std::to_string(options.before);
    return out;
}

// Whether anybody may take this seat while nobody sits there.
bool is_open(const Json& battle, const std::string& seat) {
    const auto& open = value_at(value_at(battle, "options"), "open");
    return open.is_array() && std::ranges::find(open, Json(seat)) != open.end();
}

// "Ada against Bob", "Ada against (free defender)".
std::string players(const Json& battle) {
    std::vector<std::string> out;
    const auto& seats = value_at(battle, "seats");
    if (!seats.is_array()) return {};
    for (const auto& seat : seats) {
        const auto name = text_at(seat, "name");
        if (value_at(seat, "name").is_null()) out.push_back((is_open(battle, text_at(seat, "seat")) ? "(open " : "(free ") + text_at(seat, "seat") + ")");
        else out.push_back(name.empty() ? text_at(seat, "seat") : name);
    }
    return joined(out, " against ");
}

std::string state(const Json& battle) {
    auto status = text_at(battle, "status");
    const auto& outcome = value_at(battle, "outcome");
    if (status != "over" || !outcome.is_object()) return status;
    const auto winner = text_at(outcome, "winner");
    return (winner.empty() ? "nobody won" : winner + " won") + ", " + worded(text_at(outcome, "reason"));
}

// "2026-11-21T20:49:00.123Z" as "2026-11-21 20:49".
std::string when(const std::string& time) { return time.size() < 16 ? time : time.substr(0, 10) + " " + time.substr(11, 5); }

std::string dice_word(const Json& options) {
    const auto dice = text_at(options, "dice");
    return dice.empty() ? "server" : plain(dice);
}

void print_list(const Json& page) {
    const Screen screen;
    const auto& battles = value_at(page, "battles");
    if (!battles.is_array() || battles.empty()) return screen.print("No battles.");
    std::vector<std::vector<std::string>> rows{{"battle", "begun (UTC)", "ruleset", "dice", "players", "state", "title"}};
    for (const auto& each : battles)
        rows.push_back({text_at(each, "battle"), when(text_at(each, "created_at")), text_at(each, "ruleset"), dice_word(value_at(each, "options")),
                        shortened(players(each), 40), state(each), shortened(text_at(each, "title"), 30)});
    bool first = true;
    for (auto& row : table(rows, 0)) screen.print(Line{std::exchange(first, false) ? Tone::quiet : Tone::normal, std::move(row)});
    if (const auto& next = value_at(page, "next"); next.is_number_integer()) screen.print(Line{Tone::quiet, "More with --before " + next.dump()});
}

void print_battle(const Link& link, const Json& battle) {
    const Screen screen;
    const auto title = text_at(battle, "title");
    screen.print(Line{Tone::heading, "Battle " + text_at(battle, "battle") + (title.empty() ? "" : ", \"" + title + "\"")});
    std::vector<std::vector<std::string>> rows;
    rows.push_back({"ruleset", text_at(battle, "ruleset") + ", version " + std::to_string(number_at(battle, "ruleset_version"))});
    rows.push_back({"state", state(battle)});
    if (const auto& seats = value_at(battle, "seats"); seats.is_array())
        for (const auto& seat : seats) {
            const auto name = text_at(seat, "name");
            const auto id = text_at(seat, "seat");
            rows.push_back({id, value_at(seat, "name").is_null() ? (is_open(battle, id) ? "open to anybody" : "free") : name.empty() ? "taken" : name});
        }
    rows.push_back({"dice", whose_dice(value_at(battle, "options"))});
    if (const auto key = text_at(value_at(value_at(battle, "options"), "witness"), "key"); !key.empty())
        rows.push_back({"witness's key", protocol::fingerprint(key)});
    if (const auto clock = clock_text(value_at(battle, "options")); !clock.empty()) rows.push_back({"clock", clock});
    rows.push_back({"created", when(text_at(battle, "created_at")) + " UTC"});
    if (const auto finished = text_at(battle, "finished_at"); !finished.empty()) rows.push_back({"finished", when(finished) + " UTC"});
    rows.push_back({"events", std::to_string(number_at(battle, "head"))});
    rows.push_back({"watch it", link_text(link.server, link.battle)});
    for (const auto& row : table(rows, 2)) screen.print(row);
    if (const auto& outcome = value_at(battle, "outcome"); outcome.is_object()) screen.print("  " + outcome_text(outcome));
}

}  // namespace

ExitCode run_list(const ListOptions& options) {
    const auto server = parse_server(options.server.url, options.server.ca);
    if (!server) return complain(server.error(), wrong_input);
    const auto page = api(*server, "/api/v1/battles" + query_of(options));
    if (!page) return page.error();
    if (options.json) Screen().print(page->dump());
    else print_list(*page);
    return done;
}

ExitCode run_show(const ShowOptions& options) {
    const auto link = find_battle(options.server, options.battle);
    if (!link) return link.error();
    const auto battle = api(link->server, "/api/v1/battles/" + link->battle, link->token);
    if (!battle) return battle.error();
    if (options.json) Screen().print(battle->dump());
    else print_battle(*link, *battle);
    return done;
}

}  // namespace muster::cli
