#include "server/operator/command_line.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>

#include "protocol/program/unknown_word.hpp"
#include "protocol/program/version.hpp"
#include "server/base/log.hpp"
#include "server/config/config_reader.hpp"
#include "server/operator/commands.hpp"

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

int wrong_words(const CLI::App& app, const CLI::ParseError& error) {
    const auto unknown = unknown_word(app);
    return complain((unknown.empty() ? error.what() : unknown) + " (see musterd --help)", wrong_usage);
}

std::string heading() { return "musterd " + std::string(version) + ": the Muster battle server"; }

struct Words {
    std::string file{};
    bool replace = false;
    std::string battle{};
    BanWords ban{};
    std::string older_than{};
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
        add("health", "ask the running server whether it is ready; for containers", {"--listen"}, &check_health);
        add_copies();
        add_records();
        add_moderation();
    }

    const CLI::App& app() const { return app_; }

    int run(int argc, const char* const* argv) {
        try {
            app_.parse(argc, argv);
        } catch (const CLI::CallForHelp&) {
            std::cout << app_.get_subcommands().front()->help();
            return done;
        } catch (const CLI::ParseError& error) {
            return wrong_words(app_, error);
        }
        for (auto& each : commands_)
            if (each.app->parsed()) return run(each);
        return wrong_usage;
    }

private:
    static ExitCode run(Command& command) {
        const auto config = command.config->read();
        return config ? command.run(*config) : complain(config.error(), wrong_usage);
    }

    /// A command on the store.
    CLI::App& add(const char* name, const char* about, std::function<ExitCode(const storage::Location&)> what) {
        return add(name, about, {"--data"}, [what = std::move(what)](const Config& config) {
            if (!config.data.lasts) return complain("--data: " + std::string(storage::gone_with_its_server), wrong_usage);
            return what(config.data);
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
            add("backup", "copy the store into FILE, also while the server runs", [this](const auto& data) { return back_up_store(data, words_.file); });
        backup.add_option("FILE", words_.file, "the new file; one that is there is never overwritten")->required();
        auto& restore = add("restore", "put the backup FILE in the store's place, while no server runs",
                            [this](const auto& data) { return restore_store(data, words_.file, words_.replace); });
        restore.add_option("FILE", words_.file, "the backup")->required();
        restore.add_flag("--replace", words_.replace, "also when a store is there, which is then kept beside under another name");
        add("check", "look at every page of the store and verify every record in it", [](const auto& data) { return check_store(data); });
    }

    void add_records() {
        auto& out =
            add("export", "write the records of all finished battles as JSON lines", [this](const auto& data) { return export_records(data, words_.file); });
        out.add_option("--out", words_.file, "write into this new file instead of standard output")->type_name("FILE");
        auto& in =
            add("import", "take over records from JSON lines, each of which must hold", [this](const auto& data) { return import_records(data, words_.file); });
        in.add_option("FILE", words_.file, "what export wrote; - reads standard input")->required();
    }

    void add_moderation() {
        auto& archive = add("archive", "move battles that ended long ago into a second file, where they are found as before",
                            [this](const auto& data) { return archive_battles(data, words_.older_than); });
        archive.add_option("--older-than", words_.older_than, "how long ago they ended at least, such as P90D")->required()->type_name("DURATION");
        auto& moderate = add("moderate", "hide, show or close a battle; keep an address or a name out", [this](const auto& data) {
            const std::string what = commands_.back().app->get_subcommands().front()->get_name();
            return what.ends_with("ban") || what == "bans" ? moderate_bans(data, what, words_.ban) : moderate_battle(data, what, words_.battle);
        });
        moderate.require_subcommand(1)->fallthrough();
        for (const auto& [name, about] :
             {std::pair{"hide", "take a public battle out of all lists"}, {"show", "put it into the lists again"}, {"close", "end a battle; nobody has won"}})
            moderate.add_subcommand(name, about)->fallthrough()->add_option("BATTLE", words_.battle, "its id (after -- if it begins with -)")->required();
        auto& ban = *moderate.add_subcommand("ban", "keep an address, a network or a name out");
        auto& unban = *moderate.add_subcommand("unban", "let it in again");
        for (auto* each : {&ban, &unban}) {
            each->fallthrough();
            each->add_option("KIND", words_.ban.kind, "address or name")->required()->check(CLI::IsMember({"address", "name"}));
            each->add_option("WHO", words_.ban.who, "203.0.113.7, 2001:db8::/32, or what somebody calls himself")->required();
        }
        ban.add_option("--for", words_.ban.how_long, "how long, such as P7D; for ever if left out")->type_name("DURATION");
        moderate.add_subcommand("bans", "who is kept out")->fallthrough();
    }

    CLI::App app_;
    Words words_{};
    std::vector<Command> commands_{};
};

// One line for each command, for --help.
std::string commands_help() {
    const CommandLine line;
    std::string out = "Commands (musterd COMMAND --help says more):\n";
    constexpr std::size_t column = 12;
    for (const auto* each : line.app().get_subcommands([](const CLI::App*) { return true; })) {
        const std::string name = "  " + each->get_name();
        out += name + std::string(column > name.size() ? column - name.size() : 1, ' ') + each->get_description() + "\n";
    }
    return out;
}

std::variant<Config, int> read_settings(int argc, const char* const* argv) {
    CLI::App app(heading(), "musterd");
    app.set_version_flag("--version", "musterd " + std::string(version), "print which version this is, then end");
    app.footer(commands_help() +
               "\nEvery setting can also stand in the TOML file, under the option's name, or in the environment, as MUSTER_LISTEN and so on.\n"
               "Options win over the environment, and the environment over the file.");
    ConfigReader reader;
    add_settings(app, reader);
    bool print = false;
    app.add_flag("--print-config", print, "print the settings in effect, and where each comes from, then end");
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return done;
    } catch (const CLI::CallForVersion& version_asked) {
        std::cout << version_asked.what() << "\n";
        return done;
    } catch (const CLI::ParseError& error) {
        return wrong_words(app, error);
    }
    auto config = reader.read();
    if (!config) return complain(config.error(), wrong_usage);
    if (!print) return std::move(*config);
    std::cout << reader.text();
    return done;
}

}  // namespace

std::variant<Config, int> read_command_line(int argc, const char* const* argv) {
    if (argc < 2 || *argv[1] == '-') return read_settings(argc, argv);
    log::open("warn", "text");
    return CommandLine().run(argc, argv);
}

}  // namespace muster::server
