#include "server/operator/commands.hpp"

#include "server/base/log.hpp"

namespace muster::server {

std::optional<std::string> no_folder(const storage::Location& data, std::string_view option) {
    if (data.folder.empty() || !data.address.empty() || std::filesystem::is_directory(data.folder)) return {};
    const auto none = "there is no folder " + data.folder.string();
    if (!option.empty()) return none + ": name the store's with " + std::string(option);
    return none + ": name the store's with --data, or the file of the server's settings with --config (such as /etc/muster.toml) or MUSTER_CONFIG";
}

ExitCode complain(const std::string& sentence, ExitCode code) {
    log::last_word(sentence);
    return code;
}

}  // namespace muster::server
