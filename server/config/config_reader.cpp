#include "server/config/config_reader.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>

#include "rules/refusal.hpp"
#include "server/config/config_file.hpp"

namespace muster::server {

namespace {

/// Variables that begin like ours and are no settings of the server: where its file is, and what the terminal client reads.
constexpr std::array<std::string_view, 4> not_settings{"MUSTER_CONFIG", "MUSTER_CA", "MUSTER_HOME", "MUSTER_SERVER"};

/// All variables of the environment that begin with MUSTER_.
std::vector<std::string> variables_of_ours() {
    std::vector<std::string> out;
    for (char** each = environ; each && *each; ++each) {
        const std::string_view variable(*each);
        if (variable.starts_with("MUSTER_")) out.emplace_back(variable.substr(0, variable.find('=')));
    }
    std::ranges::sort(out);
    return out;
}

/// Of a list the first value that it cannot have.
unsigned line_of_mistake(const Setting& setting, const FileValue& value) {
    const auto* list = std::get_if<std::vector<std::string>>(&value.value);
    Config unused;
    for (std::size_t i = 0; list && i < list->size(); ++i)
        if (!assign(unused, setting, std::vector(list->begin(), list->begin() + static_cast<std::ptrdiff_t>(i) + 1))) return value.lines.at(i);
    return value.line;
}

}  // namespace

ConfigReader::ConfigReader() {
    for (const auto& setting : settings_table()) {
        const auto value = setting.get({});
        const bool list = std::holds_alternative<std::vector<std::string>>(value);
        options.push_back({setting, option_name(setting), list ? "" : toml_text(value), list});
    }
}

ConfigReader::Option* ConfigReader::find(std::string_view key) {
    const auto found = std::ranges::find_if(options, [&](const Option& each) { return each.setting.name == key; });
    return found == options.end() ? nullptr : &*found;
}

// Of several folders the first. systemd's are whole paths; anything else isn't from there.
void ConfigReader::take_state_folder() {
    const char* set = std::getenv(std::string(state_directory).c_str());
    const std::string folders = set ? set : "";
    if (!folders.starts_with('/')) return;
    auto& data = *find("data");
    if (assign(config_, data.setting, folders.substr(0, folders.find(':')))) data.source = state_directory;
}

std::expected<void, std::string> ConfigReader::take_file(const std::string& path) {
    const auto values = read_config_file(path);
    if (!values) return Wrong(values.error());
    std::vector<std::string> known;
    known.reserve(options.size());
    for (const auto& each : options) known.push_back(each.setting.name);
    const auto unknown = [&](const std::string& at, const std::string& key) { return Wrong(at + ": unknown key \"" + key + "\"" + did_you_mean(key, known)); };
    const auto wrong = [](const std::string& at, const std::string& key, const std::string& why) { return Wrong(at + ": " + key + ": " + why); };
    for (const auto& each : *values) {
        const std::string at = path + ":" + std::to_string(each.line);
        auto* found = find(each.key);
        if (!found) return unknown(at, each.key);
        if (const auto done = assign(config_, found->setting, each.value); !done)
            return wrong(path + ":" + std::to_string(line_of_mistake(found->setting, each)), each.key, done.error());
        found->source = at;
    }
    return {};
}

std::expected<Config, std::string> ConfigReader::read() {
    take_state_folder();
    const char* path = file.empty() ? std::getenv("MUSTER_CONFIG") : file.c_str();
    if (path && *path)
        if (const auto done = take_file(path); !done) return Wrong(done.error());
    for (auto& option : options) {
        const auto variable = variable_name(option.setting);
        const char* set = std::getenv(variable.c_str());
        if (set && *set) {  // what is empty is not set: compose files cannot say it otherwise
            const auto in_file = option.setting.get(config_);
            if (const auto done = assign_words(config_, option.setting, {set}); !done) return Wrong(variable + ": " + done.error());
            if (!option.at_default() && option.setting.get(config_) != in_file)
                config_.remarks.push_back(variable + " in the environment overrides " + option.setting.name + " at " + option.source);
            option.source = variable;
        }
        if (option.words.empty()) continue;
        if (const auto done = assign_words(config_, option.setting, option.words); !done) return Wrong(option.name + ": " + done.error());
        option.source = option.name;
    }
    remark_unknown_variables();
    // The image says in the environment where data would be; that is nothing against a relay.
    if (config_.relay)
        for (const auto* kept_in : {find("data"), find("store")})
            if (!kept_in->at_default() && kept_in->source != variable_name(find("data")->setting))
                return Wrong(find("relay")->source + " and " + kept_in->source + " exclude each other: a relay has no store");
    if (config_.tls_certificate.empty() != config_.tls_key.empty()) return Wrong("tls-certificate and tls-key are only of use together");
    return config_;
}

std::string ConfigReader::log_format() const {
    const auto found = std::ranges::find_if(options, [](const Option& each) { return each.setting.name == "log-format"; });
    Config known = config_;
    const char* set = std::getenv(variable_name(found->setting).c_str());
    if (set && *set) static_cast<void>(assign_words(known, found->setting, {set}));
    if (!found->words.empty()) static_cast<void>(assign_words(known, found->setting, found->words));
    return known.log_format;
}

// Other programs may have such names too: so it is no mistake, but it is said.
void ConfigReader::remark_unknown_variables() {
    std::vector<std::string> known;
    for (const auto& option : options) known.push_back(variable_name(option.setting));
    for (const auto& each : variables_of_ours())
        if (std::ranges::find(known, each) == known.end() && std::ranges::find(not_settings, each) == not_settings.end())
            config_.remarks.push_back(each + " in the environment is no setting of musterd" + did_you_mean(each, known));
}

std::string ConfigReader::text() const {
    std::string out = "# musterd --print-config: the settings in effect, and where each comes from.\n";
    for (const auto& remark : config_.remarks) out += "# Note: " + remark + "\n";
    for (const auto& option : options)
        out += "\n# " + option.setting.about + (option.setting.live ? "" : "; a change needs a restart") + "\n" + (option.at_default() ? "# " : "") +
               option.setting.name + " = " + toml_text(option.setting.get(config_)) + "  # " + option.source + "\n";
    return out;
}

}  // namespace muster::server
