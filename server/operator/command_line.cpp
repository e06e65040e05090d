#include "server/operator/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <span>

#include "protocol/program/manual.hpp"
#include "protocol/program/version.hpp"
#include "protocol/program/wrong_words.hpp"
#include "server/base/log.hpp"
#include "server/base/process.hpp"
#include "server/config/config_reader.hpp"
#include "server/operator/commands.hpp"
#include "server/operator/manual_sections.hpp"
#include "storage/libraries.hpp"

namespace muster::server {

namespace {

/// Adds --config and one option for each setting, whose words go to `reader`; it must outlive the parsing.
void add_settings(CLI::App& app, ConfigReader& reader) {
    app.add_option("--config", reader.file, "read settings from this TOML file (or MUSTER_CONFIG)")->type_name("FILE");
    for (auto& each : reader.options) {
        auto* option = app.add_option(each.name, each.words, each.setting.about)->type_name("")->default_str(each.by_default);
        option->expected(1)->allow_extra_args(false);
        if (each.list) option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
}

/// What an option says among words that no parser has taken; the last one counts.
std::string value_in(std::span<const char* const> words, std::string_view option) {
    std::string out;
    for (auto word = words.begin(); word != words.end() && std::string_view(*word) != "--"; ++word) {
        const std::string_view said = *word;
        if (said == option && std::next(word) != words.end()) out = *std::next(word);
        else if (said.starts_with(option) && said.substr(option.size()).starts_with('=')) out = said.substr(option.size() + 1);
    }
    return out;
}

/// Of words that the parser refuses. Whoever reads what is said as JSON does so then, too: these words, the environment or the file may ask for it.
ExitCode complain_of_words(std::span<const char* const> words, const std::string& sentence) {
    ConfigReader reader;
    reader.file = value_in(words, "--config");
    if (auto format = value_in(words, "--log-format"); !format.empty())
        std::ranges::find(reader.options, "--log-format", &ConfigReader::Option::name)->words = {std::move(format)};
    static_cast<void>(reader.read());
    static_cast<void>(log::open("info", reader.log_format()));
    return complain(sentence + " (see musterd --help)", wrong_usage);
}

std::string heading() { return "musterd " + std::string(version) + ": the Muster battle server"; }

struct Words {
    std::string file{};
    bool replace = false;
    bool json = false;
    std::string battle{};
    BanWords ban{};
    std::string older_than{};
    std::string from{};
    std::string to{};
};

struct Command {
    CLI::App* app = nullptr;
    std::unique_ptr<ConfigReader> config{};
    std::function<ExitCode(const Config&)> run{};
};

/// The commands and where their words go. Each takes the server's settings too, of which only those that matter to it are
/// shown: so the server's own file, environment and options name the same store and address here.
class CommandLine {
public:
    CommandLine() : app_(heading(), "musterd") {
        app_.require_subcommand(1);
        add("health", "ask the running server whether it is ready; for containers", {"--listen", "--tls-certificate", "--tls-key"}, &check_health);
        add_copies();
        add_records();
        add_moderation();
    }

    /// The first command among these words, if there is one.
    const CLI::App* first_of(const char* const* word, const char* const* end) const {
        for (; word != end; ++word)
            for (const auto* each : commands())
                if (each->get_name() == *word) return each;
        return nullptr;
    }
    std::vector<const CLI::App*> commands() const { return app_.get_subcommands(nullptr); }

    int run(int argc, const char* const* argv) {
        const std::span words(argv + 1, argv + argc);
        const TypedLine line{app_, commands(), {words.begin(), words.end()}};
        try {
            app_.parse(argc, argv);
        } catch (const CLI::CallForHelp&) {
            if (const auto wrong = wrong_word(line); !wrong.empty()) return complain_of_words(words, wrong);
            std::cout << app_.help();  // of the command that was chosen, under its whole name
            return done;
        } catch (const CLI::ParseError& error) {
            return complain_of_words(words, wrong_words(line, error));
        }
        for (auto& each : commands_)
            if (each.app->parsed()) return run(each);
        return wrong_usage;
    }

private:
    static ExitCode run(Command& command) {
        const auto config = command.config->read();
        static_cast<void>(log::open("info", command.config->log_format()));  // never in the server's file, which is the server's
        return config ? command.run(*config) : complain(config.error(), wrong_usage);
    }

    /// A command on the store.
    CLI::App& add(const char* name, const char* about, std::function<ExitCode(const storage::Location&)> what) {
        return add(name, about, {"--data", "--store"}, [what = std::move(what)](const Config& config) {
            const auto store = config.store();
            if (!store.lasts) return complain("--data: " + std::string(storage::gone_with_its_server), wrong_usage);
            return what(store);
        });
    }

    CLI::App& add(const char* name, const char* about, const std::vector<std::string>& shown, std::function<ExitCode(const Config&)> what) {
        auto* app = app_.add_subcommand(name, about);
        auto config = std::make_unique<ConfigReader>();
        add_settings(*app, *config);
        for (auto* option : app->get_options()) {  // the rest is read as well, but says nothing here
            const bool matters = std::ranges::any_of(shown, [&](const std::string& each) { return option->check_name(each); });
            if (!matters && !option->check_name("--config") && !option->check_name("--help")) option->group("");
        }
        commands_.push_back({app, std::move(config), std::move(what)});
        return *app;
    }

    void add_copies() {
        auto& backup =
            add("backup", "copy the store to FILE, even while the server is running", [this](const auto& data) { return back_up_store(data, words_.file); });
        backup.add_option("FILE", words_.file, "the new file; an existing one is never overwritten")->required()->type_name("");
        auto& restore = add("restore", "replace the store with the backup FILE, while no server is running",
                            [this](const auto& data) { return restore_store(data, words_.file, words_.replace); });
        restore.add_option("FILE", words_.file, "the backup")->required()->type_name("");
        restore.add_flag("--replace", words_.replace, "even if there is a store, which is then kept under another name");
        add("check", "check every page of the store and verify every record in it", [](const auto& data) { return check_store(data); });
        auto& nodes = add("nodes", "tell which servers share the database, who of them lives, and how many battles each has",
                          [this](const auto& data) { return show_nodes(data, words_.json); });
        nodes.add_flag("--json", words_.json, "as one line of JSON");
    }

    void add_records() {
        auto& out =
            add("export", "write the records of all finished battles as JSON lines", [this](const auto& data) { return export_records(data, words_.file); });
        out.add_option("--out", words_.file, "write to this new file instead of standard output")->type_name("FILE");
        auto& in =
            add("import", "import records from JSON lines, each of which must verify", [this](const auto& data) { return import_records(data, words_.file); });
        in.add_option("FILE", words_.file, "what export wrote; - reads standard input")->required()->type_name("");
        auto& moving = add("move", "move a whole store to where there is none, while no server is running", std::vector<std::string>(),
                           [this](const Config& /*config*/) { return move(words_); });
        moving.add_option("--from", words_.from, "a folder, or postgres://USER@HOST/NAME")->required()->type_name("STORE");
        moving.add_option("--to", words_.to, "the same")->required()->type_name("STORE");
    }

    static ExitCode move(const Words& words) {
        const auto from = storage::location_of(words.from), to = storage::location_of(words.to);
        for (const auto& [option, location] : {std::pair("--from: ", &from), std::pair("--to: ", &to)}) {
            if (!*location) return complain(option + location->error(), wrong_usage);
            if (!(*location)->lasts) return complain(option + std::string(storage::gone_with_its_server), wrong_usage);
        }
        return move_store(*from, *to);
    }

    void add_moderation() {
        auto& archive = add("archive", "move battles that ended long ago to a second file, where they are still found",
                            [this](const auto& data) { return archive_battles(data, words_.older_than); });
        archive.add_option("--older-than", words_.older_than, "the least time since they ended, such as P90D")->required()->type_name("DURATION");
        auto& moderate = add("moderate", "hide, show or close a battle, or see who is there; ban an address or a name", [this](const auto& data) {
            const std::string what = commands_.back().app->get_subcommands().front()->get_name();
            return what.ends_with("ban") || what == "bans" ? moderate_bans(data, what, words_.ban) : moderate_battle(data, what, words_.battle);
        });
        moderate.require_subcommand(1)->fallthrough();
        for (const auto& [name, about] : {std::pair{"hide", "take a public battle out of all lists"},
                                          {"show", "put it back into the lists"},
                                          {"close", "end a battle without a winner"},
                                          {"who", "who looks at a battle now: seat, name, address"}})
            moderate.add_subcommand(name, about)
                ->fallthrough()
                ->add_option("BATTLE", words_.battle, "a link to it, or its id (after -- if it starts with -)")
                ->required()
                ->type_name("");
        auto& ban = *moderate.add_subcommand("ban", "ban an address, a network or a name");
        auto& unban = *moderate.add_subcommand("unban", "lift a ban");
        for (auto* each : {&ban, &unban}) {
            each->fallthrough();
            each->add_option("KIND", words_.ban.kind, "address or name")->required()->type_name("")->check(CLI::IsMember({"address", "name"}).description(""));
            each->add_option("WHO", words_.ban.who, "203.0.113.7, 2001:db8::/32, or a player's name")->required()->type_name("");
        }
        ban.add_option("--for", words_.ban.how_long, "how long, such as P7D; if left out, forever")->type_name("DURATION");
        moderate.add_subcommand("bans", "list who is banned")->fallthrough();
        for (auto* each : moderate.get_subcommands([](CLI::App*) { return true; })) show_options_from_above(*each);
    }

    CLI::App app_;
    Words words_{};
    std::vector<Command> commands_{};
};

// One line for each command, for --help.
std::string commands_help() {
    const CommandLine line;
    std::string out = "Commands (see musterd COMMAND --help):\n";
    constexpr std::size_t column = 12;
    for (const auto* each : line.commands()) {
        const std::string name = "  " + each->get_name();
        out += name + std::string(column > name.size() ? column - name.size() : 1, ' ') + each->get_description() + "\n";
    }
    return out;
}

std::variant<Config, int> read_settings(int argc, const char* const* argv, const std::vector<LibraryVersion>& of_program) {
    CLI::App app(heading(), "musterd");
    const auto versions = [&of_program] {
        auto libraries = storage::libraries();
        libraries.push_back(log::library());
        libraries.insert(libraries.end(), of_program.begin(), of_program.end());
        return version_text("musterd", libraries);
    };
    app.set_version_flag("--version", versions, "print the version, the commit, and those of the rulesets and libraries, then exit");
    app.footer(commands_help() +
               "\nEvery setting can also be given in the TOML file, under the option's name, or in the environment, as MUSTER_LISTEN and so on.\n"
               "Options override the environment, and the environment overrides the file.");
    ConfigReader reader;
    add_settings(app, reader);
    bool print = false;
    app.add_flag("--print-config", print, "print the settings in effect and where each comes from, then exit");
    const CommandLine commands;
    add_manual(app, "musterd", manual_sections(), [&] { return commands.commands(); });
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto* command = commands.first_of(argv + 1, argv + argc);  // musterd --help backup
        std::cout << (command ? command->help("musterd") : app.help());
        return done;
    } catch (const CLI::CallForVersion& version_asked) {
        std::cout << version_asked.what() << "\n";
        return done;
    } catch (const CLI::ParseError& error) {
        return complain_of_words({argv + 1, argv + argc}, wrong_words({app, commands.commands(), {argv + 1, argv + argc}}, error));
    }
    auto config = reader.read();
    if (!config) {
        static_cast<void>(log::open("info", reader.log_format()));
        return complain(config.error(), wrong_usage);
    }
    if (!print) return std::move(*config);
    std::cout << reader.text();
    return done;
}

}  // namespace

std::variant<Config, int> read_command_line(int argc, const char* const* argv, const std::vector<std::string>& libraries) {
    if (argc < 2 || *argv[1] == '-') return read_settings(argc, argv, libraries);
    hear_hang_up();  // a command ends with its terminal
    return CommandLine().run(argc, argv);
}

std::expected<Config, std::string> read_settings_again(int argc, const char* const* argv) {
    CLI::App app(heading(), "musterd");
    ConfigReader reader;
    add_settings(app, reader);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return std::unexpected(wrong_words({app, {}, {argv + 1, argv + argc}}, error));
    }
    return reader.read();
}

}  // namespace muster::server
