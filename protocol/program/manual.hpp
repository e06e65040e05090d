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

/// Adds `--manual man|bash|zsh|fish`, which is for whoever packs the program and is not in its help: it prints one of these and ends the program, by
/// CLI::CallForVersion. `commands`: those of the program that `app` has not itself.
void add_manual(CLI::App& app, const std::string& program, std::function<std::vector<const CLI::App*>()> commands = {});

}  // namespace muster
