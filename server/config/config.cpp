#include "server/config/config.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>

#include "rules/refusal.hpp"
#include "server/base/exit_codes.hpp"
#include "server/config/config_file.hpp"
#include "server/config/settings_table.hpp"

namespace muster::server {

namespace {

struct Given {
    const Setting& setting;
    std::vector<std::string> words{};    ///< of the option
    std::string source = "as built in";  ///< of the value in effect
};

}  // namespace

struct ConfigReader::State {
    std::vector<Given> given{};
    std::string file{};
    Config config{};

    Given* find(std::string_view key);
    std::expected<void, std::string> take_file(const std::string& path);
};

Given* ConfigReader::State::find(std::string_view key) {
    const auto found = std::ranges::find_if(given, [&](const Given& each) { return each.setting.name == key; });
    return found == given.end() ? nullptr : &*found;
}

std::expected<void, std::string> ConfigReader::State::take_file(const std::string& path) {
    const auto values = read_config_file(path);
    if (!values) return Wrong(values.error());
    std::vector<std::string> known;
    known.reserve(given.size());
    for (const auto& each : given) known.push_back(each.setting.name);
    const auto unknown = [&](const std::string& at, const std::string& key) { return Wrong(at + ": unknown key \"" + key + "\"" + did_you_mean(key, known)); };
    const auto wrong = [](const std::string& at, const std::string& key, const std::string& why) { return Wrong(at + ": " + key + ": " + why); };
    for (const auto& [key, value, line] : *values) {
        const std::string at = path + ":" + std::to_string(line);
        auto* found = find(key);
        if (!found) return unknown(at, key);
        if (const auto done = assign(config, found->setting, value); !done) return wrong(at, key, done.error());
        found->source = at;
    }
    return {};
}

ConfigReader::ConfigReader(CLI::App& app) : state_(std::make_unique<State>()) {
    app.add_option("--config", state_->file, "read settings from this TOML file (or MUSTER_CONFIG)")->type_name("FILE");
    for (const auto& setting : settings_table()) state_->given.push_back({setting});
    for (auto& each : state_->given) {  // the table is full: addresses stay
        const auto value = each.setting.get({});
        const bool list = std::holds_alternative<std::vector<std::string>>(value);
        auto* option = app.add_option(option_name(each.setting), each.words, each.setting.about);
        option->type_name("")->default_str(list ? "" : toml_text(value));
        option->expected(1)->allow_extra_args(false);
        if (list) option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
}

ConfigReader::~ConfigReader() = default;

std::expected<Config, std::string> ConfigReader::read() {
    auto& state = *state_;
    const char* file = state.file.empty() ? std::getenv("MUSTER_CONFIG") : state.file.c_str();
    if (file && *file)
        if (const auto done = state.take_file(file); !done) return Wrong(done.error());
    for (auto& [setting, words, source] : state.given) {
        const auto variable = variable_name(setting);
        const char* set = std::getenv(variable.c_str());
        if (set && *set) {  // what is empty is not set: compose files cannot say it otherwise
            if (const auto done = assign_words(state.config, setting, {set}); !done) return Wrong(variable + ": " + done.error());
            source = variable;
        }
        if (words.empty()) continue;
        if (const auto done = assign_words(state.config, setting, words); !done) return Wrong(option_name(setting) + ": " + done.error());
        source = option_name(setting);
    }
    return state.config;
}

std::string ConfigReader::text() const {
    std::string out = "# musterd --print-config: the settings in effect, and where each comes from.\n";
    for (const auto& [setting, words, source] : state_->given)
        out += "\n# " + setting.about + "\n" + setting.name + " = " + toml_text(setting.get(state_->config)) + "  # " + source + "\n";
    return out;
}

std::variant<Config, int> read_config(int argc, const char* const* argv, const std::string& commands) {
    CLI::App app("musterd: the Muster battle server", "musterd");
    app.footer(commands +
               "\nEvery setting can also stand in the TOML file, under the option's name, or in the environment, as MUSTER_LISTEN and so on.\n"
               "Options win over the environment, and the environment over the file.");
    ConfigReader reader(app);
    bool print = false;
    app.add_flag("--print-config", print, "print the settings in effect, and where each comes from, then end");
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return 0;
    } catch (const CLI::ParseError& error) {
        std::cerr << "musterd: " << error.what() << " (see musterd --help)\n";
        return wrong_usage;
    }
    auto config = reader.read();
    if (!config) {
        std::cerr << "musterd: " << config.error() << "\n";
        return wrong_usage;
    }
    if (!print) return std::move(*config);
    std::cout << reader.text();
    return 0;
}

}  // namespace muster::server
