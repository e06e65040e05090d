// Sentences with gaps, in the part of ICU MessageFormat that our texts need:
//
//   {who}                                                    an argument
//   {n, plural, =0 {no hits} one {# hit} other {# hits}}     by a number, which is the # in it
//   {outcome, select, lost {gone} other {still there}}       by a word
//
// As there, '' is an apostrophe and '{' a brace. clients/js/src/message.ts does the same; tests/vectors/messages.json holds both to it.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace muster::rules::describe {

using MessageArgument = std::variant<std::int64_t, std::string>;
using MessageArguments = std::map<std::string, MessageArgument, std::less<>>;

/// The sentence in a language, by its code. Of an argument that is missing stands its name in braces; a message that cannot be read, or
/// would become too long, stays as it is.
std::string told(std::string_view message, const MessageArguments& arguments, std::string_view language = "en");

}  // namespace muster::rules::describe
