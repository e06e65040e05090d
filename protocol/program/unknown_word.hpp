// What was misspelt on a command line.
#pragma once
#include <string>

namespace CLI {
class App;
}

namespace muster {

/// After a parse that failed: `there is no option "--nmae"; did you mean "--name"?`, and `there is no command …` of a command that has commands
/// of its own. Empty when every word was known.
std::string unknown_word(const CLI::App& app);

}  // namespace muster
