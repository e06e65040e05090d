#include "protocol/program/wrong_words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "rules/refusal.hpp"

namespace muster {

namespace {

std::string no_such(const std::string& what, const std::string& word, const std::vector<std::string>& known) {
    return "there is no " + what + " \"" + word + "\"" + did_you_mean(word, known);
}

std::string unknown_word(const CLI::App& app) {
    std::vector<std::string> options, commands;
    for (const auto* command = &app; command;) {
        for (const auto* option : command->get_options())
            for (const auto& name : option->get_lnames()) options.push_back("--" + name);
        commands.clear();
        for (const auto* each : command->get_subcommands(nullptr)) commands.push_back(each->get_name());
        const auto chosen = command->get_subcommands();
        if (!chosen.empty()) commands.clear();
        command = chosen.empty() ? nullptr : chosen.front();
    }
    for (const auto& word : app.remaining(true)) {
        const auto name = word.substr(0, word.find('='));
        if (std::ranges::find(options, name) != options.end()) continue;  // behind --, where it is no option
        if (word.size() > 1 && word.front() == '-') return no_such("option", name, options);
        if (!commands.empty()) return no_such("command", word, commands);
    }
    return {};
}

bool has_option(const CLI::App& command, const std::string& word) {
    return word.starts_with("--") && word != "--help" && command.get_option_no_throw(word.substr(0, word.find('=')));
}

// As a shell takes it.
std::string typed(const std::string& word) {
    if (!word.empty() && word.find_first_of(" \t\n'\"\\$`*?;&|<>(){}[]#~!") == std::string::npos) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string command_first(const TypedLine& line, const CLI::App& command) {
    auto words = line.words;
    if (const auto found = std::ranges::find(words, command.get_name()); found != words.end()) words.erase(found);
    std::string out = "the command comes first: " + line.app.get_name() + " " + command.get_name();
    for (const auto& word : words) out += " " + typed(word);
    return out;
}

std::string misplaced_word(const TypedLine& line) {
    const auto parsed = line.app.get_subcommands();
    const auto* chosen = parsed.empty() ? nullptr : parsed.front();
    const auto left = line.app.remaining(true);
    const auto* meant = chosen;
    for (const auto* each : line.commands)
        if (!meant && std::ranges::find(left, each->get_name()) != left.end()) meant = each;
    if (meant)
        for (const auto& word : line.words) {
            if (word == meant->get_name()) break;
            if (has_option(*meant, word)) return command_first(line, *meant);
        }
    for (const auto& word : left) {
        std::vector<const CLI::App*> owners;
        std::ranges::copy_if(line.commands, std::back_inserter(owners), [&](const auto* each) { return has_option(*each, word); });
        if (owners.empty() || std::ranges::find(owners, meant) != owners.end()) continue;
        return word.substr(0, word.find('=')) + " is an option of " + line.app.get_name() + " " + owners.front()->get_name() +
               (owners.size() > 1 ? " and others" : "") + (meant ? ", not of " + line.app.get_name() + " " + meant->get_name() : "");
    }
    return meant && !chosen ? command_first(line, *meant) : std::string();
}

// What the parser says of numbers of words is about its own insides.
std::string plain_words(const CLI::App& app, const CLI::ParseError& error) {
    std::string said = error.what();
    if (const auto at = said.find(": 1 required"); at != std::string::npos) return said.substr(0, at) + " needs a value";
    const auto bound = said.find(": At "), end = said.find(" required but received ");  // "bots: At least 2 required but received 1", or At Most
    if (bound == std::string::npos || end == std::string::npos) return said;
    auto how_many = said.substr(bound + 5, end - bound - 5);
    how_many.front() = how_many.starts_with('M') ? 'm' : 'l';
    return chosen_command(app) + " takes at " + how_many + " " + said.substr(0, bound);
}

}  // namespace

std::string wrong_word(const TypedLine& line) {
    auto misplaced = misplaced_word(line);
    return misplaced.empty() ? unknown_word(line.app) : misplaced;
}

std::string wrong_words(const TypedLine& line, const CLI::ParseError& error) {
    if (auto wrong = wrong_word(line); !wrong.empty()) return wrong;
    const auto left = line.app.remaining(true);
    if (!left.empty()) return chosen_command(line.app) + " does not take " + '"' + left.front() + '"';
    const auto* last = &line.app;
    while (!last->get_subcommands().empty()) last = last->get_subcommands().front();
    const auto commands = last->get_subcommands(nullptr);
    if (commands.empty()) return plain_words(line.app, error);
    if (last == &line.app) return line.app.get_name() + " needs a command";
    std::string names;
    for (const auto* each : commands) names += (names.empty() ? "" : ", ") + each->get_name();
    return chosen_command(line.app) + " needs one of " + names;
}

std::string chosen_command(const CLI::App& app) {
    std::string out = app.get_name();
    for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = chosen.front()->get_subcommands()) out += " " + chosen.front()->get_name();
    return out;
}

}  // namespace muster
