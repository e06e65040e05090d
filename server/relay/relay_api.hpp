// What a relay answers over HTTP: the page from itself, streams and long polls of events from what it follows, other GETs with upstream's answer, and
// a clear no to all that a seat does or that changes something. Tokens go nowhere. Made once in main; callable from any thread.
//
// Who asks the same within limits::relay_fresh gets the same answer: upstream is asked once, whatever the crowd.
#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/http/calls.hpp"
#include "server/http/event_calls.hpp"
#include "server/relay/relays.hpp"
#include "server/relay/upstream_http.hpp"

namespace muster::server {

class RelayApi final : public HttpCalls, public std::enable_shared_from_this<RelayApi> {
public:
    /// `notice`: said to every stream of events when the relay goes down.
    RelayApi(RelayGround& all, Origin& origin, std::shared_ptr<Relays> relays, UpstreamHttp& upstream, Bundle notice);

    void answer(HttpRequest request, Done done) override;
    void stop() override;
    std::size_t body_max(std::string_view method, std::string_view target) const override;
    std::shared_ptr<void> take_large_body() override { return nullptr; }

private:
    struct Asker {
        HttpRequest request;
        Done done;
    };
    struct Kept {
        std::shared_ptr<const HttpResponse> response{};  ///< null: upstream is being asked
        std::int64_t at_ms = 0;
        std::vector<Asker> waiting{};
    };

    void answer_ready(const Done& done) const;
    void answer_metrics(const HttpRequest& request, const Done& done) const;
    void answer_origin(const HttpRequest& request, Done done);
    void answer_get(const std::string& path, HttpRequest request, Done done);
    void answer_events(const std::string& battle, const HttpQuery& query, HttpRequest request, Done done);
    void pass_on(HttpRequest request, Done done);
    void share(HttpRequest request, Done done);
    using Answer = std::expected<HttpResponse, UpstreamHttp::NoAnswer>;
    void share_admitted(const HttpRequest& request, Done done);
    void shared(const std::string& key, const Answer& answer);
    /// Goes on once the asker's address is let in upstream; else he is told that it is not.
    void admit(HttpRequest request, Done done, std::function<void(const HttpRequest&, Done)> then);
    UpstreamHttp::Cut ask(const HttpRequest& request, UpstreamHttp::Done done);

    RelayGround& all_;
    Origin& origin_;
    std::shared_ptr<Relays> relays_;
    UpstreamHttp& upstream_;
    EventCalls events_;
    std::mutex mutex_{};  // guards what follows
    std::unordered_map<std::string, Kept> kept_{};
    std::size_t kept_bytes_ = 0;
};

}  // namespace muster::server
