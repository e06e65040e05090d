// The other servers of the store, each by its address: lines and HTTP requests there, which show this server's pass. Thread-safe.
//
// Bounded: limits::nodes_max servers; then the one that was asked for longest ago is forgotten, if nothing has been under way there for some time. Servers come
// and go, and may have another address each time.
#pragma once
#include <chrono>
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

        bool is_idle() const { return http.under_way() == 0 && polls.under_way() == 0; }

        const std::shared_ptr<Dialler> dialler;  ///< which lines keep, too
        ServerUpstream lines;
        UpstreamHttp http;
        UpstreamHttp polls;  ///< long ones, which would take the places of the others
    };
    /// `pass` and `clock` must outlive it.
    Ways(IoContext& io, const Clock& clock, const NodePass& pass) : io_(io), clock_(clock), pass_(pass) {}

    /// Null: there is none to this address, or it is this server's own.
    std::shared_ptr<Way> to(const std::string& url);
    /// That server is gone: what it was asked is answered by nobody.
    void give_up(const std::string& url);
    /// Ends what is under way, and refuses what comes.
    void stop();

private:
    struct Known {
        std::shared_ptr<Way> way;
        std::int64_t asked_ms = 0;
    };
    bool make_room();

    IoContext& io_;
    const Clock& clock_;
    const NodePass& pass_;
    const Trust trust_{};
    std::mutex mutex_{};  // guards what follows
    std::map<std::string, Known> ways_{};
    bool stopped_ = false;
};

/// What a request to the server at `url` has in its head on behalf of `address`.
std::vector<std::pair<std::string, std::string>> pass_header(const NodePass& pass, const std::string& url, const std::string& address);

}  // namespace muster::server
