#include "protocol/program/unknown_word.hpp"

#include <CLI/CLI.hpp>

#include <vector>

#include "rules/refusal.hpp"

namespace muster {

namespace {

std::string no_such(const std::string& what, const std::string& word, const std::vector<std::string>& known) {
    return "there is no " + what + " \"" + word + "\"" + did_you_mean(word, known);
}

}  // namespace

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
        if (word.size() > 1 && word.front() == '-') return no_such("option", word.substr(0, word.find('=')), options);
        if (!commands.empty()) return no_such("command", word, commands);
    }
    return {};
}

}  // namespace muster
