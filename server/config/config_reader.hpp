// Where settings come from, and which of them wins.
#pragma once
#include <expected>
#include <string>
#include <vector>

#include "server/config/config.hpp"
#include "server/config/settings_table.hpp"

namespace muster::server {

/// Reads the configuration of a command line: its options over the environment's MUSTER_* over the file's keys over what is
/// built in, where the store's folder is the one that systemd made for the service, if it did. A wrong key or value anywhere is
/// a sentence that says where.
class ConfigReader {
public:
    static constexpr std::string_view built_in = "as built in";
    /// Says which folder the service's unit has for its state (StateDirectory=).
    static constexpr std::string_view state_directory = "STATE_DIRECTORY";

    struct Option {
        const Setting& setting;
        std::string name;        ///< with its --
        std::string by_default;  ///< as it is shown
        bool list;               ///< may be there several times
        std::vector<std::string> words{};
        std::string source{built_in};  ///< of the value in effect

        /// Nobody has set it.
        bool at_default() const { return source == built_in || source == state_directory; }
    };

    ConfigReader();
    ConfigReader(const ConfigReader&) = delete;  // whoever parses the command line knows where its words are
    ConfigReader& operator=(const ConfigReader&) = delete;

    std::vector<Option> options{};  ///< one for each setting; stay where they are
    std::string file{};             ///< what --config said

    /// After the command line was parsed.
    std::expected<Config, std::string> read();
    /// After read(), also if it failed: "text" or "json", as far as it is known; for whoever has to say what was wrong.
    std::string log_format() const;
    /// After read(): the configuration as a TOML file in which each line says where its value comes from. What nobody has set is commented out, so that a
    /// later version's choice is not pinned to this one's.
    std::string text() const;

private:
    Option* find(std::string_view key);
    void take_state_folder();
    std::expected<void, std::string> take_file(const std::string& path);
    void remark_unknown_variables();

    Config config_{};
};

}  // namespace muster::server
