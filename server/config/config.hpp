// What an operator can set. Each setting stands once in settings_table.cpp; the file, the environment, the options, --help and
// --print-config all follow from that table.
#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "server/access/address_limits.hpp"
#include "server/base/nudge_settings.hpp"
#include "server/base/settings.hpp"

namespace CLI {
class App;
}

namespace muster::server {

struct Config {
    std::string host = "127.0.0.1";
    unsigned short port = 8080;
    std::filesystem::path data = "data";
    bool keep_nothing = false;  ///< data is :memory:
    int threads = 0;            ///< 0: one per core
    std::vector<std::string> allowed_origins{};
    std::size_t connections_max = 20'000;
    std::string tls_certificate{};  ///< empty: plain HTTP
    std::string tls_key{};
    AddressSet trusted_proxies{};
    AddressSet unlimited_addresses{};  ///< may do as much as they like
    ClientLimits client_limits{};
    std::string log_level = "info";
    std::string log_format = "text";
    NudgeSettings nudges{};
    Settings settings{};
};

/// Reads the configuration of a command line: its options over the environment's MUSTER_* over the file's keys over what is
/// built in. A wrong key or value anywhere is a sentence that says where.
class ConfigReader {
public:
    /// Adds --config and one option for each setting. `app` must outlive this.
    explicit ConfigReader(CLI::App& app);
    ~ConfigReader();
    ConfigReader(const ConfigReader&) = delete;
    ConfigReader& operator=(const ConfigReader&) = delete;

    /// After app.parse().
    std::expected<Config, std::string> read();
    /// After read(): the configuration as a TOML file in which each line says where its value comes from.
    std::string text() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The server's configuration, or the exit code of a program that should end now (0 after --help and --print-config, 2 after
/// something wrong, with one line on stderr). `commands`: what --help says of the program's commands.
std::variant<Config, int> read_config(int argc, const char* const* argv, const std::string& commands);

}  // namespace muster::server
