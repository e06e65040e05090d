// HTTP requests to the server that is passed on, and its answers: a short one whole, a long one as it comes, so that of a record of any length
// only a piece is in memory. Thread-safe; owned by main.
//
// Bounded: so many at once, limits::relay_requests_max unless it is said, and limits::relay_requests_waiting_max that wait; more: server_busy.
#pragma once
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "server/base/limits.hpp"
#include "server/http/message.hpp"
#include "server/relay/dial.hpp"

namespace muster::server {

class UpstreamHttp {
public:
    /// `dialler` must outlive it.
    UpstreamHttp(IoContext& io, Dialler& dialler, std::size_t at_once = limits::relay_requests_max, std::size_t waiting = limits::relay_requests_waiting_max)
        : io_(io), dialler_(dialler), at_once_(at_once), waiting_max_(waiting) {}
    UpstreamHttp(const UpstreamHttp&) = delete;
    UpstreamHttp& operator=(const UpstreamHttp&) = delete;

    struct Question {
        std::string target;  ///< path and query
        bool head = false;   ///< only the answer's head
        bool posts = false;  ///< `body` is sent
        std::string body{};
        std::string for_address{};                                   ///< whose request it is, for X-Forwarded-For
        std::string relays{};                                        ///< through whom it went, this one last; empty: it is no relay that asks
        std::vector<std::pair<std::string, std::string>> headers{};  ///< what else its head has
        std::string accept{};
        std::string accept_language{};
        std::optional<std::chrono::milliseconds> within{};  ///< for all of it, with its wait for a place; not there: as long as it goes on
    };
    /// Why there is no answer: what is to be told (`Code::server_busy`), and whether it was asked at all, or there was no place for it here.
    struct NoAnswer {
        Refusal refusal;
        bool asked = true;
        bool sent = false;  ///< all of the question may have got there
    };
    /// `done` is called once, on any thread.
    using Done = std::function<void(std::expected<HttpResponse, NoAnswer>)>;
    /// An asker that is gone needs no answer: ends it. May be called at any time, from any thread.
    using Cut = std::function<void()>;
    Cut get(Question question, Done done);

    /// Those that are under way are answered by nobody any more, as if it could not be reached.
    void give_up();
    std::size_t under_way() const;
    /// Ends all of them, and refuses what comes.
    void stop();

private:
    class Exchange;
    void ended(Exchange* exchange);
    /// It waits no longer, if it did.
    void give_up_place(const std::shared_ptr<Exchange>& exchange);

    IoContext& io_;
    Dialler& dialler_;
    const std::size_t at_once_, waiting_max_;
    mutable std::mutex mutex_{};  // guards what follows
    std::deque<std::shared_ptr<Exchange>> under_way_{};
    std::deque<std::shared_ptr<Exchange>> waiting_{};
    bool stopped_ = false;
};

}  // namespace muster::server
