// What a program knows of its own words, for others to read: a page of the manual, and how shells complete them. All of it is made from the tables by
// which the program reads its command line, so that nobody keeps a second list.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace muster {

/// What no table has, at the end of the page: "EXIT STATUS", say, and what stands below, each with a name before it.
struct ManualSection {
    struct Entry {
        std::string name;
        std::string text;
    };
    std::string title;
    std::vector<Entry> entries;
};

/// Adds `--manual man|bash|zsh|fish`, which is for whoever packs the program and is not in its help: it prints one of these and ends the program, by
/// CLI::CallForVersion. `commands`: those of the program that `app` has not itself.
void add_manual(CLI::App& app, const std::string& program, std::vector<ManualSection> sections, std::function<std::vector<const CLI::App*>()> commands = {});

/// In the command's help those options of the commands above it are listed too that may stand behind its name.
void show_options_from_above(CLI::App& command);

}  // namespace muster
