// musterd's command line: a command that is carried out, or the settings to serve with. The only place of the server that
// knows CLI11, which is dear to compile.
#pragma once
#include <expected>
#include <string>
#include <variant>
#include <vector>

#include "server/config/config.hpp"

namespace muster::server {

/// The configuration to serve with, or the exit code of a program that should end now: a command's, 0 after --help and
/// --print-config, 2 after something wrong, with one line on stderr. `libraries`: what --version names besides those of the rooms.
std::variant<Config, int> read_command_line(int argc, const char* const* argv, const std::vector<std::string>& libraries);

/// The configuration of the same words, with the file as it is now, or what is wrong.
std::expected<Config, std::string> read_settings_again(int argc, const char* const* argv);

}  // namespace muster::server
