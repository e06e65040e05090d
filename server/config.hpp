// What an operator can set: options, MUSTER_* variables, a TOML file.
#pragma once
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "server/services.hpp"

namespace muster::server {

struct Config {
    std::string host = "127.0.0.1";
    unsigned short port = 8080;
    std::filesystem::path data = "data";
    bool keep_nothing = false;  ///< --data :memory:
    int threads = 0;            ///< 0: one per core
    std::vector<std::string> allowed_origins{};
    std::size_t connections_max = 20'000;
    std::string log_level = "info";
    Settings settings{};
};

/// The configuration, or the exit code of a program that should end now (0 after --help, 2 after a wrong option, with one
/// line on stderr).
std::variant<Config, int> read_config(int argc, const char* const* argv);

}  // namespace muster::server
