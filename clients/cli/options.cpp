#include "clients/cli/options.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <utility>

#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/manual_sections.hpp"
#include "protocol/client_messages.hpp"
#include "protocol/program/manual.hpp"
#include "protocol/program/version.hpp"
#include "protocol/program/wrong_words.hpp"

namespace muster::cli {

namespace {

struct Options {
    ResolveOptions resolve;
    VerifyOptions verify;
    SeatsOptions seats_export;
    SeatsOptions seats_import;
    AuditOptions audit;
    RulesOptions rules;
    OddsOptions odds;
    ArenaOptions arena;
    CreateOptions create;
    InviteOptions invite;
    SeatOptions join;
    SeatOptions take;
    SeatOptions play;
    SeatOptions watch;
    RollOptions roll;
    OrdersOptions orders;
    LadderOptions ladder;
    AgentOptions agent;
    ListOptions list;
    ShowOptions show;
    ReplayOptions replay;
};

void add_server(CLI::App& command, ServerOptions& server) {
    command.add_option("--server", server.url, "The server to talk to, unless a link names its own; https:// for an encrypted connection.")
        ->envname("MUSTER_SERVER")
        ->default_str("http://127.0.0.1:8080")
        ->type_name("URL");
    command.add_option("--ca", server.ca, "A certificate (PEM) to trust besides the system's own, for a server with a self-signed one.")
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
    auto& resolve = add(app, "resolve", "Play a scenario file without a server.", options.resolve, run_resolve, code);
    resolve.add_option("scenario", options.resolve.scenario, "The scenario file; - reads standard input.")->required()->type_name("FILE");
    resolve.add_flag("--json", options.resolve.json, "Print events as JSON, one per line, then the outcome or what is pending.");

    auto& verify = add(app, "verify", "Check records: the commitment, the chain, every die and every event.", options.verify, run_verify, code);
    verify.add_option("records", options.verify.records, "Record files; - reads standard input.")->required()->type_name("FILE");
    verify
        .add_option_function<std::string>(
            "--mine", [&options](const std::string& file) { options.verify.mine = file; },
            "Compare too with what this device kept of the battle: how it began, what was sent, what the server signed. FILE: what another device exported.")
        ->expected(0, 1)
        ->type_name("[FILE]");

    auto* seats = app.add_subcommand("seats", "Move your seats, and what was kept of their battles, from one device to another.");
    seats->require_subcommand(1);
    auto& out = add(*seats, "export", "Write them to a file. Whoever has it can play your seats.", options.seats_export, run_seats_export, code);
    out.add_option("file", options.seats_export.file, "The file to write, as the page reads it too; - writes to standard output.")
        ->required()
        ->type_name("FILE");
    auto& in = add(*seats, "import", "Add those of a file that this program or the page wrote.", options.seats_import, run_seats_import, code);
    in.add_option("file", options.seats_import.file, "The file; - reads standard input.")->required()->type_name("FILE");

    auto& audit =
        add(app, "audit", "Count all dice of an export or of records: how often each face fell, beside what fair dice do.", options.audit, run_audit, code);
    audit.add_option("records", options.audit.records, "Files that musterd export wrote, or record files; - reads standard input.")
        ->required()
        ->type_name("FILE");
    audit.add_flag("--json", options.audit.json, "Print the answer as one line of JSON.");

    auto& rules = add(app, "rules", "Show the rulesets, their rosters and house rules.", options.rules, run_rules, code);
    rules.add_option("id", options.rules.id, "The ruleset to show in full; if left out, all in brief.")->type_name("RULESET");
    auto* json = rules.add_flag("--json", options.rules.json, "Print the whole catalog with its JSON Schemas.");
    rules.add_flag("--schemas", options.rules.schemas, "Print the JSON Schemas of setups, events, options and choices as one document, for generating types.")
        ->excludes(json);
}

void add_odds(CLI::App& app, OddsOptions& options, ExitCode& code) {
    auto& odds = add(app, "odds", "Work out how often each side wins.", options, run_odds, code);
    odds.add_option("setup", options.setup, "A file with {\"ruleset\",\"setup\"}; - reads standard input.")->type_name("FILE");
    odds.add_option("--example", options.example, "Use this ruleset's example, or one of its presets, instead of a file.")->type_name("RULESET[/PRESET]");
    odds.add_option("--policy", options.policy, "Who decides: best, listed, or default (what is played for a player who is away).")
        ->check(CLI::IsMember({"best", "listed", "default"}))
        ->capture_default_str();
    auto* runs = odds.add_option("--runs", options.runs, "Simulate this many battles. If left out, chances are exact when that takes less than a second.")
                     ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
                     ->type_name("N");
    odds.add_flag("--exact", options.exact, "Work out exact chances, however long it takes.")->excludes(runs);
    odds.add_flag("--json", options.json, "Print the answer as one line of JSON.");
}

void add_arena(CLI::App& app, ArenaOptions& options, ExitCode& code) {
    auto& arena = add(app, "arena", "Let bots play many battles against each other without a server, and rate them.", options, run_arena, code);
    arena
        .add_option("bots", options.bots,
                    "Two or more: default, best, listed or random for a built-in player, anything else for a command that reads requests and writes "
                    "choices, one JSON object a line (see clients/BOTS.md).")
        ->required()
        ->expected(2, 16)
        ->type_name("BOT BOT...");
    arena.add_option("--ruleset", options.ruleset, "What they play: all presets of this ruleset in turn, or one.")->required()->type_name("RULESET[/PRESET]");
    arena
        .add_option("--games", options.games, "Battles of each pair of bots, an even number: each setup is played twice, with sides swapped and the same dice.")
        ->check(CLI::Range(std::int64_t{2}, std::int64_t{100'000'000}))
        ->capture_default_str()
        ->type_name("N");
    arena.add_option("--seed", options.seed, "Dice, and the choices of random, depend on this.")->capture_default_str()->type_name("N");
    arena.add_option("--patience", options.patience, "Seconds for a choice of a command; with none in this time the battle is lost.")
        ->check(CLI::Range(0.01, 3600.0))
        ->capture_default_str()
        ->type_name("SECONDS");
    arena.add_flag("--json", options.json, "Print the answer as one line of JSON.");
}

void add_create(CLI::App& app, CreateOptions& options, ExitCode& code) {
    auto& create = add(app, "create", "Create a battle and print a link for each seat.", options, run_create, code);
    add_server(create, options.server);
    create.add_option("setup", options.setup, "A file with {\"ruleset\",\"setup\"}; - reads standard input.")->type_name("FILE");
    create.add_option("--example", options.example, "Use this ruleset's example, or one of its presets, instead of a file.")->type_name("RULESET[/PRESET]");
    create.add_option("--title", options.title, "The battle's title in lists.");
    create.add_option("--visibility", options.visibility, "Who can watch: public, unlisted (anyone with the link) or private (only the players).")
        ->check(CLI::IsMember({"public", "unlisted", "private"}));
    create.add_option("--bot", options.bots, "Let the server play a seat: SEAT=best, SEAT=listed or SEAT=random; can be given for several seats.")
        ->type_name("SEAT=POLICY");
    create.add_option("--open", options.open, "A seat open to anyone: whoever comes first takes it. Not in private battles.")->type_name("SEAT");
    create
        .add_option(
            "--dice", options.dice,
            "Whose dice these are: server (the server's, whose secret is shown at the end) or shared (the server's and both players': each roll needs a "
            "share of each player, so that nobody knows the dice beforehand, whoever runs the server). With --witness: witnessed, unless they are shared.")
        ->check(CLI::IsMember({"server", "shared", "witnessed"}));
    create
        .add_option("--witness", options.witness,
                    "Another Muster server that adds to every roll what this one cannot know; it must be one that this server's operator takes. With "
                    "--dice shared it adds to what the players do.")
        ->type_name("URL");
    auto* clock = create
                      .add_option("--clock", options.clock,
                                  "How much time players have. live:10m+15s: all at their screens, ten minutes each plus 15 seconds per decision; "
                                  "live:10m,decision_max=2m,disconnected=1m: at most two minutes per decision, and a player away for a minute can lose "
                                  "the battle. correspondence:3d: three days per decision. If left out: no clock.")
                      ->type_name("MODE:TIMES");
    create
        .add_option("--on-timeout", options.on_timeout,
                    "When time runs out: default (the default is played and the battle goes on) or forfeit (the battle is lost).")
        ->check(CLI::IsMember({"default", "forfeit"}))
        ->needs(clock);
    create.add_flag("--confirm", options.confirm, "Ask every side to accept the setup and house rules before the battle starts.");
    create.add_flag("--json", options.json, "Print the answer as one line of JSON.");
}

void add_seat_commands(CLI::App& app, Options& options, ExitCode& code) {
    auto& join = add(app, "join", "Take a seat and remember it for later.", options.join, run_join, code);
    auto& play = add(app, "play", "Play a seat, taking it first if it is free.", options.play, run_play, code);
    auto& watch = add(app, "watch", "Watch a battle.", options.watch, run_watch, code);
    for (auto [command, seat] : {std::pair{&join, &options.join}, {&play, &options.play}}) {
        add_server(*command, seat->server);
        command->add_option("battle", seat->battle, "A seat's link, or the id of a battle you hold a seat in.")->required()->type_name("LINK");
        command->add_option("--name", seat->name, "Your name, as others will see it; only used when taking the seat.");
        command->add_option("--token", seat->token, "The seat's token, if it is not in the link.");
        command->add_option("--seat", seat->seat, "Which seat, if you hold several in this battle.");
    }
    play.add_option("--auto", options.play.automatic, "Play automatically until the battle ends: best, listed or random.")
        ->expected(0, 1)
        ->default_str("best")
        ->check(CLI::IsMember({"best", "listed", "random"}))
        ->type_name("[POLICY]");
    play.add_flag("--quiet", options.play.quiet, "Print only the outcome.");
    add_server(watch, options.watch.server);
    watch.add_option("battle", options.watch.battle, "A link to the battle, or its id.")->required()->type_name("LINK");
    watch.add_flag("--quiet", options.watch.quiet, "Print only the outcome.");
}

void add_roll(CLI::App& app, RollOptions& options, ExitCode& code) {
    auto& roll =
        add(app, "roll",
            "Throw dice at a table for anybody's game, taking the seat first if it is free. If the others are asked first, this waits for them; exit status 1: "
            "one of them says no.",
            options, run_roll, code);
    add_server(roll, options.seat.server);
    roll.add_option("battle", options.seat.battle, "A seat's link, or the id of a battle you hold a seat in.")->required()->type_name("LINK");
    roll.add_option("dice", options.roll, "What to throw: 8d6; \"8d6>=5\" counts hits on 5 or more; 4d6kh3 keeps the highest three; \"d20+5, 2d8\".")
        ->required()
        ->type_name("DICE");
    roll.add_option("--for", options.words, "What it is for, in your own words.")->type_name("WORDS");
    roll.add_option("--name", options.seat.name, "Your name, as others will see it; only used when taking the seat.");
    roll.add_option("--token", options.seat.token, "The seat's token, if it is not in the link.");
    roll.add_option("--seat", options.seat.seat, "Which seat, if you hold several in this battle.");
}

void add_orders(CLI::App& app, OrdersOptions& options, ExitCode& code) {
    auto& orders = add(app, "orders", "Show a seat's standing orders and what they would do now, or replace them.", options, run_orders, code);
    add_server(orders, options.seat.server);
    orders.add_option("battle", options.seat.battle, "A seat's link, or the id of a battle you hold a seat in.")->required()->type_name("LINK");
    auto* file = orders.add_option("orders", options.file, "A file with the orders as a JSON array; - reads standard input.")->type_name("FILE");
    orders.add_flag("--clear", options.clear, "Remove all orders.")->excludes(file);
    orders.add_flag("--now", options.now, "Apply the orders to the decision that is open now, too.")->needs(file);
    orders.add_option("--token", options.seat.token, "The seat's token, if it is not in the link.");
    orders.add_option("--seat", options.seat.seat, "Which seat, if you hold several in this battle.");
    orders.add_flag("--json", options.json, "Print the server's answer as one line of JSON.");
}

void add_take(CLI::App& app, SeatOptions& options, ExitCode& code) {
    auto& take = add(app, "take", "Take a seat that is open to anyone (see: muster list --open) and remember it for later.", options, run_take, code);
    add_server(take, options.server);
    take.add_option("battle", options.battle, "A link to the battle, or its id.")->required()->type_name("LINK");
    take.add_option("--name", options.name, "Your name, as others will see it.");
    take.add_option("--seat", options.seat, "Which seat; if left out, the first that is free.");
}

void add_invite(CLI::App& app, InviteOptions& options, ExitCode& code) {
    auto& invite = add(app, "invite", "Create a new link for a seat: it replaces the link of a free seat, or hands over your own.", options, run_invite, code);
    add_server(invite, options.server);
    invite.add_option("battle", options.battle, "The seat's current link, or the id of a battle you hold a seat in.")->required()->type_name("LINK");
}

void add_ladder(CLI::App& app, LadderOptions& options, ExitCode& code) {
    auto& ladder =
        add(app, "ladder", "Give your shares of shared dice from this device from now on: after the device that gave them was lost, or when a seat has moved.",
            options, run_ladder, code);
    add_server(ladder, options.server);
    ladder.add_option("battle", options.battle, "A seat's link, or the id of a battle you hold a seat in.")->required()->type_name("LINK");
    ladder.add_option("--seat", options.seat, "Which seat, if you hold several in this battle.");
}

void add_agent(CLI::App& app, AgentOptions& options, ExitCode& code) {
    auto& agent =
        add(app, "agent",
            "Look after your seats where dice are shared, until it is ended: give their shares, and carry out the standing orders that you left here.", options,
            run_agent, code);
    agent.add_option("--ca", options.ca, "A certificate (PEM) to trust besides the system's own, for a server with a self-signed one.")
        ->envname("MUSTER_CA")
        ->check(CLI::ExistingFile)
        ->type_name("FILE");
}

std::vector<std::string> outcomes() {
    std::vector<std::string> out;
    for (const auto& [won, word] : names_of(protocol::Won{})) out.emplace_back(word);
    return out;
}

void add_list(CLI::App& app, ListOptions& options, ExitCode& code) {
    auto& list = add(app, "list", "List battles, newest first.", options, run_list, code);
    add_server(list, options.server);
    list.add_option("--status", options.status, "Only battles that are waiting, running or over.")->check(CLI::IsMember({"waiting", "running", "over"}));
    list.add_option("--ruleset", options.ruleset, "Only battles under this ruleset.");
    list.add_option("--player", options.player, "Only battles with a player of this name.");
    list.add_flag("--open", options.open, "Only battles with a seat open to anyone; muster take BATTLE takes it.");
    list.add_option("--outcome", options.outcome, "Only finished battles won by the first of their seats, the second, … the eighth, or nobody.")
        ->check(CLI::IsMember(outcomes()));
    list.add_option("--from", options.from, "Only battles that ended on this day (UTC) or later; if not over, that started then.")->type_name("DAY");
    list.add_option("--to", options.to, "Likewise, on this day or earlier.")->type_name("DAY");
    list.add_option("--limit", options.limit, "How many to list.")->check(CLI::Range(1, 100))->default_str("20");
    list.add_option("--before", options.before, "Continue where an earlier list ended.")->check(CLI::PositiveNumber);
    list.add_flag("--json", options.json, "Print the server's answer as it is.");
}

void add_archive_commands(CLI::App& app, Options& options, ExitCode& code) {
    auto& show = add(app, "show", "Show a summary of one battle.", options.show, run_show, code);
    add_server(show, options.show.server);
    show.add_option("battle", options.show.battle, "A link to the battle, or its id.")->required()->type_name("LINK");
    show.add_flag("--json", options.show.json, "Print the server's answer as it is.");

    auto& replay = add(app, "replay", "Replay a battle: step by step in a terminal, otherwise as text.", options.replay, run_replay, code);
    add_server(replay, options.replay.server);
    replay.add_option("battle", options.replay.battle, "A link to the battle, its id, or a record file.")->required()->type_name("LINK|FILE");
    auto* speed =
        replay.add_option("--speed", options.replay.speed, "Play automatically, at this many events per second.")->check(CLI::PositiveNumber)->type_name("N");
    auto* all = replay.add_flag("--all", options.replay.all, "Print everything at once.")->excludes(speed);
    auto* ledger =
        replay
            .add_flag("--ledger", options.replay.ledger,
                      "Print what each roll and each decision changed in the chances to win: start + luck + choices = result. Of a battle that is over.")
            ->excludes(speed)
            ->excludes(all);
    replay.add_flag("--json", options.replay.json, "Print the ledger as JSON, as the server gives it.")->needs(ledger);
}

}  // namespace

int run_command_line(int argc, char** argv) {
    CLI::App app("muster " + std::string(version) +
                     ": play, watch, replay and verify Muster battles, by hand or from a script.\n"
                     "Exit status: 0 done, 1 the answer is no, 2 wrong usage or input, 3 the server or the store failed.",
                 "muster");
    app.require_subcommand(1);
    app.set_version_flag(
        "--version", [] { return version_text("muster", std::array<LibraryVersion, 1>{"libedit " MUSTER_LIBEDIT}); },
        "Print the version, the commit, and those of the rulesets and libraries.");
    add_manual(app, "muster", manual_sections());
    app.fallthrough(false);
    Options options;
    ExitCode code = done;
    add_odds(app, options.odds, code);
    add_arena(app, options.arena, code);
    add_create(app, options.create, code);
    add_invite(app, options.invite, code);
    add_seat_commands(app, options, code);
    add_take(app, options.take, code);
    add_roll(app, options.roll, code);
    add_orders(app, options.orders, code);
    add_ladder(app, options.ladder, code);
    add_agent(app, options.agent, code);
    add_list(app, options.list, code);
    add_archive_commands(app, options, code);
    add_local_commands(app, options, code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const TypedLine line{app, std::as_const(app).get_subcommands(nullptr), {argv + 1, argv + argc}};
        const bool answered = error.get_exit_code() == 0;  // with help, a manual or the version
        const auto wrong = answered ? wrong_word(line) : wrong_words(line, error);
        if (wrong.empty()) return app.exit(error) == 0 ? done : wrong_input;
        const auto help = app.get_subcommands().empty() ? "muster --help, muster COMMAND --help" : chosen_command(app) + " --help";
        return complain(wrong + " (see " + help + ")", wrong_input);
    }
    return code;
}

}  // namespace muster::cli
