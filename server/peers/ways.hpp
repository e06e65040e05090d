// The other servers of the store, each by its address: lines and HTTP requests there, which show this server's pass. Thread-safe; what it gives lives as long
// as it does.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "server/access/node_pass.hpp"
#include "server/net/trust.hpp"
#include "server/relay/dial.hpp"
#include "server/relay/upstream_http.hpp"
#include "server/relay/upstream_line.hpp"

namespace muster::server {

class Ways {
public:
    struct Way {
        Way(IoContext& io, const ServerAddress& address, const std::string& url, const Trust& trust, const Clock& clock, const NodePass& pass);

        Dialler dialler;
        ServerUpstream lines;
        UpstreamHttp http;
        UpstreamHttp polls;  ///< long ones, which would take the places of the others
    };

    /// `pass` and `clock` must outlive it.
    Ways(IoContext& io, const Clock& clock, const NodePass& pass) : io_(io), clock_(clock), pass_(pass) {}

    /// Null: there is none to this address, or it is this server's own.
    Way* to(const std::string& url);
    /// Ends what is under way, and refuses what comes.
    void stop();

private:
    IoContext& io_;
    const Clock& clock_;
    const NodePass& pass_;
    const Trust trust_{};
    std::mutex mutex_{};  // guards what follows
    std::map<std::string, std::unique_ptr<Way>> ways_{};
    bool stopped_ = false;
};

/// What a request to the server at `url` has in its head on behalf of `address`.
std::vector<std::pair<std::string, std::string>> pass_header(const NodePass& pass, const std::string& url, const std::string& address);

}  // namespace muster::server
