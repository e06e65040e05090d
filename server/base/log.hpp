// The server's log on stderr or in a file: one line for each event, as text for people or as JSON for programs, with a constant sentence
// and what it is about beside it: `log::error("a battle could not be read", {{"battle", id}, {"reason", why}})`.
//
// Callable from any thread. Nothing else writes to the log, so what is kept out of these calls is kept out of it: tokens,
// seeds, nonces, secrets of webhooks, and whatever stands in an address behind its path. "battle" is the name of the field
// that holds a battle's id.
#pragma once
#include <concepts>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace muster::server::log {

struct Field {
    Field(std::string_view field, std::string_view text) : name(field), value(text) {}
    template <std::integral Number>
    Field(std::string_view field, Number number) : name(field), value(static_cast<std::int64_t>(number)) {}

    std::string_view name;
    std::variant<std::string_view, std::int64_t> value;
};
using Fields = std::initializer_list<Field>;

/// `level`: debug, info, warn, error or off; `format`: text or json; `file`: where to append, empty: on stderr. Once, before anything is logged.
/// Refused with a sentence if the file cannot be opened; then the log is on stderr.
std::expected<void, std::string> open(const std::string& level, std::string_view format, const std::string& file = {});
/// From now on.
void set_level(const std::string& level);
/// The file anew, after whoever rotates logs has renamed it; nothing on stderr. If it cannot be opened, lines go on into the old one.
std::expected<void, std::string> reopen();

void debug(std::string_view event, Fields fields = {});
void info(std::string_view event, Fields fields = {});
void warn(std::string_view event, Fields fields = {});
void error(std::string_view event, Fields fields = {});
/// A mistake of the program.
void critical(std::string_view event, Fields fields = {});

/// Why the program ends, on stderr too where the log is in a file. For people it is "musterd: SENTENCE".
void last_word(std::string_view sentence);
/// What a command of the operator has to say beside its result, in the same form. Not where the log is in a file.
void aside(std::string_view sentence);

/// The text with what could end its line, or steer a terminal, written as JSON escapes it.
std::string on_one_line(std::string_view text);

/// The library that writes the lines, with its version.
std::string library();

/// How many lines of a level ("info", "warning", "error", "critical") have been written; for metrics.
std::int64_t lines(std::string_view level);

}  // namespace muster::server::log
