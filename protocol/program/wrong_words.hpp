// What is wrong with a command line, in words for whoever typed it.
#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace muster {

/// A command line after a parse that failed, or that ended with a call for help.
struct TypedLine {
    const CLI::App& app;  ///< has the program's name
    std::vector<const CLI::App*> commands;
    std::vector<std::string> words;  ///< all of them, without the program's name
};

/// What is said of a word that is none, or that stands where it does not belong: `there is no option "--nmae"; did you mean "--name"?`, `there is no
/// command …` of a command that has commands of its own, `the command comes first: musterd backup --data x y`, `--auto is an option of muster play, not
/// of muster list`. Empty when every word was known and in place.
std::string wrong_word(const TypedLine& line);

/// The same, or else what the parser has against the words: one sentence.
std::string wrong_words(const TypedLine& line, const CLI::ParseError& error);

/// The program with the commands that were chosen, as it is typed: "musterd moderate ban".
std::string chosen_command(const CLI::App& app);

}  // namespace muster
