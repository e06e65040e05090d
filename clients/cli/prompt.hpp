// From a decision to a question, and from a typed line to a choice. Pure.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/terminal.hpp"
#include "rules/json.hpp"

namespace muster::cli {

/// How a decision is asked, settled by the shape of its options and default.
enum class Shape {
    units,   ///< some of several kinds of units: {"units":[…]}
    word,    ///< one of several words: {"class":…}, {"token":…}
    yes_no,  ///< {"ready":true}, {"withdraw":false}
    region,  ///< stay or leave, and where to: {"retreat":true,"region":…}
    move,    ///< where a unit goes: {"unit":…,"path":[…]}
    fire,    ///< what a unit fires at: {"unit":…,"shots":[…]}
    json,    ///< anything else
};
Shape shape_of(const Json& request);

/// The decision in words with its numbered options and its default.
std::vector<Line> question(const Json& request);

/// What stands before the cursor: "wave [Enter = default, ? = help] > ".
std::string prompt_text(const Json& request);

/// How to answer a decision of this shape.
std::vector<std::string> answer_help(const Json& request);

/// Reads a typed line as a choice: an empty one is "default", one that begins with { is taken as it stands. The error
/// is a sentence.
std::expected<Json, std::string> read_choice(const Json& request, std::string_view line);

/// What a line typed during a battle asks for.
struct Command {
    enum class Kind { answer, reach, help, armies, undo, concede, draw, yes, no, say, clock, rematch, withdraw, quit };
    Kind kind = Kind::answer;
    std::string text;  ///< an answer's line, the unit whose reach is asked for, what to say, or "swap" behind "rematch"
};
/// Letters that answer the open decision (y and n to a yes-or-no question) are answers. `request` null: none is open.
Command read_command(const Json& request, std::string_view line);

/// What the letters mean.
std::vector<std::string> command_help();

}  // namespace muster::cli
