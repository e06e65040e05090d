// Sends one request to a host of the Internet and reads whether it was taken. For addresses that strangers wrote: the address that is
// connected to is checked after the DNS has answered, certificates are verified with the system's store, redirects are not followed, and
// of an answer only as much is read as is asked for. Lives on the strand it is given; call it there.
#pragma once
#include <boost/asio/ssl/context.hpp>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/executor.hpp"
#include "server/base/limits.hpp"
#include "server/nudge/address.hpp"

namespace muster::server {

struct HttpsRequest {
    NudgeAddress address;
    std::string_view method = "POST";
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string body{};
    std::size_t answer_bytes_max = 0;  ///< of the answer's body; more: trouble. 0: it is not read
    bool head_suffices = false;        ///< what a 2xx head says was taken is no trouble where the body does not come whole; there is none then
    std::chrono::milliseconds time_max = limits::nudge_request_max;
};

struct HttpsReply {
    int status = 0;
    std::string body{};              ///< if it was to be read
    std::int64_t retry_after_s = 0;  ///< 0: the receiver asked for nothing
};

/// Why there is no answer.
struct HttpsTrouble {
    bool forbidden = false;  ///< the address must not be reached; trying again would be as wrong
    std::string what{};
};

using Addresses = std::vector<asio::ip::address>;
/// Looks up a host; calls `done` once, on any thread, with nothing if there is none.
using Resolve = std::function<void(const std::string& host, std::function<void(Addresses)> done)>;

/// The system's resolver. It cannot be interrupted, so that each look-up has a thread that nobody waits for.
void resolve_with_system(const std::string& host, std::function<void(Addresses)> done);

class HttpsPoster {
public:
    HttpsPoster(std::shared_ptr<IoContext> io, Strand strand, bool private_addresses, Resolve resolve);
    ~HttpsPoster();
    HttpsPoster(const HttpsPoster&) = delete;
    HttpsPoster& operator=(const HttpsPoster&) = delete;

    using Done = std::function<void(std::expected<HttpsReply, HttpsTrouble>)>;
    /// `done` is called once, on the strand, unless stop() comes before.
    void post(HttpsRequest request, Done done);
    /// Cuts what is under way.
    void stop();

private:
    class Exchange;

    /// Authorities are read when TLS is first spoken: a hundred and fifty certificates, which most servers never need.
    asio::ssl::context& tls(bool spoken);

    std::shared_ptr<IoContext> io_;
    Strand strand_;
    asio::ssl::context tls_;
    bool knows_authorities_ = false;
    bool private_addresses_;
    Resolve resolve_;
    std::set<std::shared_ptr<Exchange>> under_way_{};
};

}  // namespace muster::server
