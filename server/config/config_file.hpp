// A TOML file as a list of keys and values, each with its line. Knows nothing of which keys there are.
#pragma once
#include "server/config/settings_table.hpp"

namespace muster::server {

struct FileValue {
    std::string key;
    Value value;
    unsigned line = 0;
    std::vector<unsigned> lines{};  ///< of a list's values, each
};

/// In the order of their lines, or what is wrong with the file: "FILE:LINE: …".
std::expected<std::vector<FileValue>, std::string> read_config_file(const std::string& path);

}  // namespace muster::server
