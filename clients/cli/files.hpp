// Files that the user names, and the one way to complain.
#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "clients/cli/commands.hpp"
#include "clients/cli/link.hpp"
#include "rules/json.hpp"

namespace muster::cli {

/// A whole file, "-" for standard input. The error is a sentence.
std::expected<std::string, std::string> read_file(const std::string& path);

/// A setup as {"ruleset","setup"}: from a file, or what a ruleset brings along: its example ("armies") or a preset ("armies/phalanx"); one of the two is empty.
/// The error is a sentence.
std::expected<Json, std::string> read_setup(const std::string& path, const std::string& example);

/// Prints "muster: …" to standard error and gives `code` back.
ExitCode complain(std::string_view what, ExitCode code);

/// "message (path)" of a refusal of our own.
std::string refusal_text(const Refusal& refusal);

/// What the HTTP API answers to a GET; complaints are printed already.
std::expected<std::string, ExitCode> api_text(const Server& server, std::string_view target, std::string_view token = {});
/// The same as JSON.
std::expected<Json, ExitCode> api(const Server& server, std::string_view target, std::string_view token = {});

/// The link to a battle that an option names, and the token of a seat that the user holds there if the link has none.
std::expected<Link, ExitCode> find_battle(const ServerOptions& options, const std::string& battle);

}  // namespace muster::cli
