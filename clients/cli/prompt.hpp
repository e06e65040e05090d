// From a decision to a question, and from a typed line to a choice: in the form and the words of the ruleset's description
// (rules/describe/description.hpp). What is not described, or not offered as its form has it, is yes or no if its default is,
// else shown and answered as JSON. Pure.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/terminal.hpp"
#include "protocol/narration/telling.hpp"
#include "rules/json.hpp"

namespace muster::cli {

using narration::Telling;

/// The decision in the ruleset's words, with its numbered options and its default.
std::vector<Line> question(const Json& request, const Telling& telling);

/// What stands before the cursor: "wave [Enter = default, ? = help] > ".
std::string prompt_text(const Json& request, const Telling& telling);

/// How to answer such a decision.
std::vector<std::string> answer_help(const Json& request, const Telling& telling);

/// Reads a typed line as a choice: an empty one is "default", one that begins with { is taken as it stands. The error
/// is a sentence.
std::expected<Json, std::string> read_choice(const Json& request, const Telling& telling, std::string_view line);

/// Whether it is answered by a list of orders, which may be typed in several lines.
bool takes_orders(const Json& request, const Telling& telling);

/// The cells that a unit of the decision can go to, of the default's if none is named; none where no unit is asked to go.
Json reach_of(const Json& request, const Telling& telling, const std::string& unit = {});

/// What a line typed during a battle asks for.
struct Command {
    enum class Kind { answer, reach, help, armies, undo, concede, draw, yes, no, say, clock, rematch, withdraw, quit };
    Kind kind = Kind::answer;
    std::string text;  ///< an answer's line, the unit whose reach is asked for, what to say, or "swap" behind "rematch"
};
/// Letters that answer the open decision (y and n to a yes-or-no question) are answers. `request` null: none is open.
Command read_command(const Json& request, const Telling& telling, std::string_view line);

/// What the letters mean.
std::vector<std::string> command_help();

}  // namespace muster::cli
