// What an operator can set. Each setting stands once in settings_table.cpp; the file, the environment, the options, --help and
// --print-config all follow from that table.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "server/access/address_limits.hpp"
#include "server/base/nudge_settings.hpp"
#include "server/base/server_address.hpp"
#include "server/base/settings.hpp"
#include "storage/location.hpp"

namespace muster::server {

struct Config {
    std::string host = "127.0.0.1";
    unsigned short port = 8080;
    storage::Location data = storage::location_of("data").value();
    storage::Location database{};          ///< without words: there is none
    std::string node_url{};                ///< where other servers of the database reach this one; empty: not known
    std::optional<ServerAddress> relay{};  ///< the server whose battles this one only shows; then it has no store
    int threads = 0;                       ///< 0: one per core
    std::vector<std::string> allowed_origins{};
    std::size_t connections_max = 20'000;
    std::string tls_certificate{};  ///< empty: plain HTTP
    std::string tls_key{};
    AddressSet trusted_proxies{};
    AddressSet unlimited_addresses{};  ///< may do as much as they like
    CallerLimits caller_limits{};
    std::string log_level = "info";
    std::string log_format = "text";
    std::string log_file{};  ///< empty: stderr
    NudgeSettings nudges{};
    std::vector<std::string> witnesses{};  ///< addresses of servers that battles here can have as witness
    Settings settings{};
    std::vector<std::string> remarks{};  ///< what looks like a mistake in how all this was set, and is none for certain; for the log

    /// Where the store is. Where that is a database, the folder is its server's for the control socket.
    storage::Location store() const {
        if (database.words.empty()) return data;
        storage::Location out = database;
        out.folder = data.folder;
        out.node_url = node_url;
        return out;
    }
};

}  // namespace muster::server
