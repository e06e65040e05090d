// Several servers on one database of their own, as a site has them that outgrew one machine. Each tells the others where it is.
#pragma once
#include <signal.h>

#include <memory>

#include "tests/support/postgres.hpp"
#include "tests/support/server_process.hpp"

namespace muster::test {

class Site {
public:
    explicit Site(int servers = 2) {
        for (int i = 0; i < servers; ++i) {
            folders_.push_back(std::make_unique<TempFolder>());
            servers_.push_back(std::make_unique<ServerProcess>(folders_.back()->path(), std::vector<std::string>{"--store", address_, "--node-url", "{url}"}));
        }
    }

    const std::string& address() const { return address_; }
    unsigned short port(std::size_t server) const { return servers_[server]->port(); }
    std::string url(std::size_t server) const { return servers_[server]->url(); }
    std::string log(std::size_t server) const { return servers_[server]->log(); }
    const std::filesystem::path& folder(std::size_t server) const { return folders_[server]->path(); }
    void kill(std::size_t server) { servers_[server]->kill(); }
    int stop(std::size_t server) { return servers_[server]->stop(SIGTERM); }
    /// It hangs from now on.
    void pause(std::size_t server) const { ::kill(servers_[server]->pid(), SIGSTOP); }
    void resume(std::size_t server) const { ::kill(servers_[server]->pid(), SIGCONT); }

private:
    const std::string address_ = Postgres::instance().new_database();
    std::vector<std::unique_ptr<TempFolder>> folders_{};
    std::vector<std::unique_ptr<ServerProcess>> servers_{};
};

}  // namespace muster::test
