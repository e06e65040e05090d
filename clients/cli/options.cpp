#include "clients/cli/options.hpp"

#include <CLI/CLI.hpp>

#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "protocol/program/unknown_word.hpp"
#include "protocol/program/version.hpp"

namespace muster::cli {

namespace {

struct Options {
    ResolveOptions resolve;
    VerifyOptions verify;
    RulesOptions rules;
    OddsOptions odds;
    CreateOptions create;
    InviteOptions invite;
    SeatOptions join;
    SeatOptions take;
    SeatOptions play;
    SeatOptions watch;
    OrdersOptions orders;
    ListOptions list;
    ShowOptions show;
    ReplayOptions replay;
};

void add_server(CLI::App& command, ServerOptions& server) {
    command.add_option("--server", server.url, "The server to talk to, unless a link names its own; https:// for one with encryption.")
        ->envname("MUSTER_SERVER")
        ->default_str("http://127.0.0.1:8080")
        ->type_name("URL");
    command.add_option("--ca", server.ca, "A certificate (PEM) that is trusted beside those of the system: for a server that has signed its own.")
        ->envname("MUSTER_CA")
        ->check(CLI::ExistingFile)
        ->type_name("FILE");
    server.url = "http://127.0.0.1:8080";
}

// Subcommands report what they did through `code`.
template <typename T>
CLI::App& add(CLI::App& app, const char* name, const char* about, T& options, ExitCode (*run)(const T&), ExitCode& code) {
    auto* command = app.add_subcommand(name, about);
    command->callback([&options, run, &code] { code = run(options); });
    return *command;
}

void add_local_commands(CLI::App& app, Options& options, ExitCode& code) {
    auto& resolve = add(app, "resolve", "Plays a scenario file without a server.", options.resolve, run_resolve, code);
    resolve.add_option("scenario", options.resolve.scenario, "The scenario file; - reads standard input.")->required()->type_name("FILE");
    resolve.add_flag("--json", options.resolve.json, "Prints one event a line as JSON, then the outcome or what is pending.");

    auto& verify = add(app, "verify", "Checks that records hold: commitment, chain, every die, every event.", options.verify, run_verify, code);
    verify.add_option("records", options.verify.records, "Record files; - reads standard input.")->required()->type_name("FILE");

    auto& rules = add(app, "rules", "Shows the rulesets, their rosters and house rules.", options.rules, run_rules, code);
    rules.add_option("id", options.rules.id, "The ruleset to show in full; all in short if left out.")->type_name("RULESET");
    auto* json = rules.add_flag("--json", options.rules.json, "Prints the whole catalog with its JSON Schemas.");
    rules.add_flag("--schemas", options.rules.schemas, "Prints JSON Schemas of setups, events, options and choices, as one document, to make types of.")
        ->excludes(json);
}

void add_odds(CLI::App& app, OddsOptions& options, ExitCode& code) {
    auto& odds = add(app, "odds", "Tells who wins how often.", options, run_odds, code);
    odds.add_option("setup", options.setup, "A file with {\"ruleset\",\"setup\"}; - reads standard input.")->type_name("FILE");
    odds.add_option("--example", options.example, "Takes the example of this ruleset, or one of its presets, instead of a file.")
        ->type_name("RULESET[/PRESET]");
    odds.add_option("--policy", options.policy, "Who decides: best, listed, or default (what is played for who is away).")
        ->check(CLI::IsMember({"best", "listed", "default"}))
        ->capture_default_str();
    auto* runs = odds.add_option("--runs", options.runs, "Simulates so many battles. Left out, chances are exact if that takes less than a second.")
                     ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
                     ->type_name("N");
    odds.add_flag("--exact", options.exact, "Exact chances, however long it takes.")->excludes(runs);
    odds.add_flag("--json", options.json, "Prints the answer as one line of JSON.");
}

void add_create(CLI::App& app, CreateOptions& options, ExitCode& code) {
    auto& create = add(app, "create", "Makes a battle and prints a link for each seat.", options, run_create, code);
    add_server(create, options.server);
    create.add_option("setup", options.setup, "A file with {\"ruleset\",\"setup\"}; - reads standard input.")->type_name("FILE");
    create.add_option("--example", options.example, "Takes the example of this ruleset, or one of its presets, instead of a file.")
        ->type_name("RULESET[/PRESET]");
    create.add_option("--title", options.title, "What the battle is called in lists.");
    create.add_option("--visibility", options.visibility, "Who may see it: public, unlisted (whoever has the link), private (its seats).")
        ->check(CLI::IsMember({"public", "unlisted", "private"}));
    create.add_option("--bot", options.bots, "Lets the server play a seat: SEAT=best, SEAT=listed or SEAT=random; may be given for several.")
        ->type_name("SEAT=POLICY");
    create.add_option("--open", options.open, "A seat that is open to anybody: whoever comes first takes it. Not in private battles.")->type_name("SEAT");
    auto* clock = create
                      .add_option("--clock", options.clock,
                                  "How much time there is. live:10m+15s: both at their screens, ten minutes for the whole battle and 15 seconds more after "
                                  "each decision; live:10m,decision_max=2m,disconnected=1m: two minutes at most for one of them, and who is gone for a "
                                  "minute may lose the battle. correspondence:3d: three days for each decision. Left out: no clock.")
                      ->type_name("MODE:TIMES");
    create
        .add_option("--on-timeout", options.on_timeout,
                    "When time is up: default (the default choice is played, and the battle goes on) or forfeit (it is lost).")
        ->check(CLI::IsMember({"default", "forfeit"}))
        ->needs(clock);
    create.add_flag("--confirm", options.confirm, "Asks both sides to agree to setup and house rules before it begins.");
    create.add_flag("--json", options.json, "Prints the answer as one line of JSON.");
}

void add_seat_commands(CLI::App& app, Options& options, ExitCode& code) {
    auto& join = add(app, "join", "Takes a seat and remembers it for later.", options.join, run_join, code);
    auto& play = add(app, "play", "Plays a seat, taking it first if it is free.", options.play, run_play, code);
    auto& watch = add(app, "watch", "Watches a battle.", options.watch, run_watch, code);
    for (auto [command, seat] : {std::pair{&join, &options.join}, {&play, &options.play}}) {
        add_server(*command, seat->server);
        command->add_option("battle", seat->battle, "A seat's link, or the id of a battle in which you hold a seat.")->required()->type_name("LINK");
        command->add_option("--name", seat->name, "The name that others see; counts when the seat is taken.");
        command->add_option("--token", seat->token, "The seat's token, if it is not in the link.");
        command->add_option("--seat", seat->seat, "Which of several seats that you hold in this battle.");
    }
    play.add_option("--auto", options.play.automatic, "Plays by itself until the battle ends: best, listed or random.")
        ->expected(0, 1)
        ->default_str("best")
        ->check(CLI::IsMember({"best", "listed", "random"}))
        ->type_name("[POLICY]");
    play.add_flag("--quiet", options.play.quiet, "Prints the outcome only.");
    add_server(watch, options.watch.server);
    watch.add_option("battle", options.watch.battle, "A link to the battle, or its id.")->required()->type_name("LINK");
    watch.add_flag("--quiet", options.watch.quiet, "Prints the outcome only.");
}

void add_orders(CLI::App& app, OrdersOptions& options, ExitCode& code) {
    auto& orders = add(app, "orders", "Shows a seat's standing orders and what they would do now, or replaces them.", options, run_orders, code);
    add_server(orders, options.seat.server);
    orders.add_option("battle", options.seat.battle, "A seat's link, or the id of a battle in which you hold a seat.")->required()->type_name("LINK");
    auto* file = orders.add_option("orders", options.file, "A file with the orders as a JSON array; - reads standard input.")->type_name("FILE");
    orders.add_flag("--clear", options.clear, "Takes all orders back.")->excludes(file);
    orders.add_flag("--now", options.now, "They apply to the decision that is open already, too.")->needs(file);
    orders.add_option("--token", options.seat.token, "The seat's token, if it is not in the link.");
    orders.add_option("--seat", options.seat.seat, "Which of several seats that you hold in this battle.");
    orders.add_flag("--json", options.json, "Prints the server's answer as one line of JSON.");
}

void add_take(CLI::App& app, SeatOptions& options, ExitCode& code) {
    auto& take = add(app, "take", "Takes a seat that is open to anybody (see: muster list --open) and remembers it for later.", options, run_take, code);
    add_server(take, options.server);
    take.add_option("battle", options.battle, "A link to the battle, or its id.")->required()->type_name("LINK");
    take.add_option("--name", options.name, "The name that others see.");
    take.add_option("--seat", options.seat, "Which of several; the first that is free if left out.");
}

void add_invite(CLI::App& app, InviteOptions& options, ExitCode& code) {
    auto& invite = add(app, "invite", "Makes a new link for a seat: for one that is still free it replaces the old one, your own it hands over.", options,
                       run_invite, code);
    add_server(invite, options.server);
    invite.add_option("battle", options.battle, "The seat's present link, or the id of a battle in which you hold a seat.")->required()->type_name("LINK");
}

void add_list(CLI::App& app, ListOptions& options, ExitCode& code) {
    auto& list = add(app, "list", "Lists battles, newest first.", options, run_list, code);
    add_server(list, options.server);
    list.add_option("--status", options.status, "Only those waiting, running or over.")->check(CLI::IsMember({"waiting", "running", "over"}));
    list.add_option("--ruleset", options.ruleset, "Only those under this ruleset.");
    list.add_option("--player", options.player, "Only those in which somebody of this name plays.");
    list.add_flag("--open", options.open, "Only those in which a seat is open to anybody; muster take BATTLE sits down there.");
    list.add_option("--outcome", options.outcome, "Only those that are over, and won by the first of the seats, the second, or nobody.")
        ->check(CLI::IsMember({"first", "second", "nobody"}));
    list.add_option("--from", options.from, "Only those that ended on this day (of UTC) or later; of those not over, that began.")->type_name("DAY");
    list.add_option("--to", options.to, "Likewise, on this day or before.")->type_name("DAY");
    list.add_option("--limit", options.limit, "How many to list.")->check(CLI::Range(1, 100))->default_str("20");
    list.add_option("--before", options.before, "Goes on where an earlier list ended.")->check(CLI::PositiveNumber);
    list.add_flag("--json", options.json, "Prints the server's answer as it is.");
}

void add_archive_commands(CLI::App& app, Options& options, ExitCode& code) {
    auto& show = add(app, "show", "Shows one battle in short.", options.show, run_show, code);
    add_server(show, options.show.server);
    show.add_option("battle", options.show.battle, "A link to the battle, or its id.")->required()->type_name("LINK");
    show.add_flag("--json", options.show.json, "Prints the server's answer as it is.");

    auto& replay = add(app, "replay", "Shows a battle again, step by step on a terminal, else as text.", options.replay, run_replay, code);
    add_server(replay, options.replay.server);
    replay.add_option("battle", options.replay.battle, "A link to the battle, its id, or a record file.")->required()->type_name("LINK|FILE");
    auto* speed = replay.add_option("--speed", options.replay.speed, "Plays by itself, this many events a second.")->check(CLI::PositiveNumber)->type_name("N");
    replay.add_flag("--all", options.replay.all, "Prints everything at once.")->excludes(speed);
}

}  // namespace

int run_command_line(int argc, char** argv) {
    CLI::App app("muster " + std::string(version) +
                     ": everything that a person or a script does with Muster battles.\n"
                     "Exit status: 0 done, 1 the answer is no, 2 wrong usage or input, 3 the server or the store failed.",
                 "muster");
    app.require_subcommand(1);
    app.set_version_flag("--version", "muster " + std::string(version), "Prints which version this is.");
    app.fallthrough(false);
    Options options;
    ExitCode code = done;
    add_odds(app, options.odds, code);
    add_create(app, options.create, code);
    add_invite(app, options.invite, code);
    add_seat_commands(app, options, code);
    add_take(app, options.take, code);
    add_orders(app, options.orders, code);
    add_list(app, options.list, code);
    add_archive_commands(app, options, code);
    add_local_commands(app, options, code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const auto unknown = error.get_exit_code() == 0 ? std::string() : unknown_word(app);
        if (!unknown.empty()) return complain(unknown + " (see muster --help, muster COMMAND --help)", wrong_input);
        return app.exit(error) == 0 ? done : wrong_input;
    }
    return code;
}

}  // namespace muster::cli
