#include "server/http/server.hpp"

#include <boost/beast/websocket/rfc6455.hpp>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/http/cross_origin.hpp"
#include "server/http/long_answer.hpp"
#include "server/http/read_request.hpp"
#include "server/http/safety_headers.hpp"
#include "server/http/upgrade.hpp"
#include "server/http/write_response.hpp"

namespace muster::server {

namespace beast = boost::beast;

namespace {

// Brings one answer, which comes on any thread, to the connection's strand. Whoever lets go of it unanswered made a mistake; a
// client that waits is told so, and its connection goes on.
template <typename Handler>
class Reply {
public:
    Reply(Strand strand, Handler handler) : strand_(std::move(strand)), handler_(std::move(handler)) {}
    Reply(const Reply&) = delete;
    Reply& operator=(const Reply&) = delete;
    ~Reply() {
        if (handler_) give(problem({Code::internal, "the server made a mistake and has no answer to this"}));
    }
    void give(HttpResponse response) {
        if (!handler_) return;  // whoever failed while it answered says so, and is heard no more
        auto resume = [handler = std::move(*handler_), response = std::move(response)]() mutable { std::move(handler)(std::move(response)); };
        handler_.reset();
        asio::post(strand_, std::move(resume));
    }

private:
    Strand strand_;
    std::optional<Handler> handler_;
};

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
public:
    /// `told_off`: it is one too many, and has this place to be told so.
    HttpConnection(Socket socket, const Address& peer, std::shared_ptr<Caller> caller, Caller::Place told_off, HttpServices& services)
        : services_(services),
          channel_(std::make_shared<Channel>(std::move(socket), services.certificate)),
          strand_(channel_->get_executor()),
          speaker_(services.callers, services.pass, peer, std::move(caller), channel_->encrypted()),
          vouched_(services.callers.is_vouched(peer)),
          told_off_(std::move(told_off)) {}

    Task<void> run() {
        const auto self = shared_from_this();
        const auto refusal = enter();
        if (refusal) {
            if (!told_off_) services_.ground.metrics.connections_refused.add();
            places_.table = services_.connections->add_leaving(ends());
            if (places_.table) co_await refuse_crowd(*refusal);
            co_return;
        }
        beast::flat_buffer buffer;
        bool go_on = co_await greet();
        while (go_on) go_on = co_await serve_one(buffer);
    }

private:
    // Why this connection is one too many, if it is.
    std::optional<Refusal> enter() {
        if (told_off_) return Refusal{Code::rate_limited, "too many new connections from your address; keep one open, or try again in a moment"};
        if (!speaker_.proxied()) {
            if (auto banned = shut_out(*speaker_.peer())) return banned;
            places_.caller = Caller::connected(speaker_.peer());
            if (!places_.caller && !vouched_) return too_many_of_one();
        }
        places_.table = services_.connections->add(ends(), services_.admission->connections_max);
        if (!places_.table) return Refusal{Code::server_busy, "too many connections; try again in a moment"};
        places_.counted = Gauge::Held(services_.ground.metrics.connections);
        return {};
    }

    Connections::Ends ends() {
        const auto weak = weak_from_this();
        const auto on_strand = [weak](void (HttpConnection::*what)()) {
            const auto self = weak.lock();
            if (self) asio::post(self->strand_, [self, what] { (self.get()->*what)(); });
        };
        return {[on_strand] { on_strand(&HttpConnection::go_down); }, [on_strand] { on_strand(&HttpConnection::cut); }};
    }

    void go_down() {
        closing_ = true;
        if (!answering_) channel_->cancel();
        else if (end_) end_->tell(RequestEnd::Reason::going_down);
    }

    // An answer that is on its way comes, from the store say; nothing is gained by not writing it.
    void cut() {
        cut_ = true;
        if (!asking_) channel_->close();
        if (end_) end_->tell(RequestEnd::Reason::gone);
    }

    Task<void> refuse_crowd(Refusal refusal) {
        if (channel_->encrypted()) {  // the word costs a handshake: for no more of an address at once than have a place to be told
            if (!told_off_) told_off_ = Caller::told_off(speaker_.peer());
            if (!told_off_) co_return;
            channel_->expires_after(limits::linger_max);
            if (co_await channel_->handshake()) co_return;
        }
        co_await refuse_and_end(*channel_, std::move(refusal));
    }

    // The TLS handshake, if there is one.
    Task<bool> greet() {
        if (!channel_->encrypted()) co_return true;
        channel_->expires_after(limits::handshake_max);
        const ErrorCode error = co_await channel_->handshake();
        if (!error) co_return true;
        Refusal refusal{Code::bad_message, "this port speaks TLS; use https:// or wss://"};
        if (channel_->turned_plain()) co_await refuse_and_end(*channel_, std::move(refusal));
        co_return false;
    }

    std::optional<Refusal> shut_out(const Caller& caller) const {
        return services_.ground.bans.refuse_address(caller.address(), services_.ground.time.now_ms());
    }

    // False: nothing more to read here.
    Task<bool> serve_one(beast::flat_buffer& buffer) {
        const auto head_max = std::exchange(first_, false) ? limits::handshake_max : limits::http_idle_max;
        auto request = co_await read_request(*channel_, buffer, *services_.calls, speaker_, head_max);
        if (!request) {
            if (request.error()) co_await refuse_and_end(*channel_, *request.error());
            co_return false;
        }
        if (beast::websocket::is_upgrade(request->message)) co_return co_await upgrade(std::move(*request));
        co_return co_await answer(std::move(*request));
    }

    Task<bool> upgrade(ReadRequest read) {
        auto& request = read.message;
        const bool secure = speaker_.is_secure(request);
        if (speaker_.proxied()) places_.caller = std::move(read.place);
        else if (read.caller->is_passed_on()) places_.caller = Caller::connected(read.caller);
        auto refused = refuse_upgrade(request, secure, services_.admission->allowed_origins);
        if (const auto banned = shut_out(*read.caller)) refused = problem(*banned);
        else if (!refused && !places_.caller) refused = problem(too_many_of_one());
        if (!refused) {
            services_.ground.metrics.websockets_opened.add();
            become_websocket(channel_, std::move(request), read.caller, std::move(places_), services_.websocket_client);
            co_return false;
        }
        add_safety_headers(*refused, std::string_view(request.target().data(), request.target().size()), secure);
        const ResponseForm form{.version = request.version()};
        co_await write_response(*channel_, std::move(*refused), form);
        co_return false;
    }

    // What was read keeps its places until it is answered.
    Task<bool> answer(ReadRequest read) {
        auto& request = read.message;
        const bool secure = speaker_.is_secure(request);
        const ResponseForm form{request.version(), request.keep_alive() && !closing_, request.method() == beast::http::verb::head};
        const bool local = speaker_.is_local(request);
        auto preflight = answer_preflight(request, secure, services_.admission->allowed_origins);
        HttpRequest asked = plain_request(std::move(request));
        asked.caller = read.caller;
        asked.secure = secure;
        asked.local = local && !read.caller->is_passed_on();
        asked.end = end_ = std::make_shared<RequestEnd>();
        const std::string target = asked.target;
        answering_ = true;
        channel_->expires_never();
        HttpResponse out;
        if (const auto banned = shut_out(*read.caller)) out = problem(*banned);
        else if (speaker_.proxied() ? !read.place : !places_.caller && !read.caller->is_passed_on()) out = problem(too_many_of_one());
        else if (preflight) out = std::move(*preflight);
        else out = co_await ask(std::move(asked));
        if (cut_) asio::post(strand_, [channel = channel_] { channel->close(); });  // once the kernel has got what it takes of the answer
        services_.ground.metrics.answered(out.status);
        add_safety_headers(out, target, secure);
        if (!out.stream) co_return co_await finish(std::move(out), form);
        const auto body = out.stream;
        const bool chunked = goes_in_chunks(out, form.version);
        std::string begin = head_of(std::move(out), form.version);
        co_await pour(*channel_, std::move(begin), chunked, body, *end_);
        answering_ = false;
        channel_->shutdown_send();
        co_return false;
    }

    Task<bool> finish(HttpResponse response, ResponseForm form) {
        end_.reset();
        const ErrorCode error = co_await write_response(*channel_, std::move(response), form);
        answering_ = false;
        if (!error && form.keep_alive && !closing_) co_return true;
        channel_->shutdown_send();
        co_return false;
    }

    // The answer comes from another thread; it is brought back to this strand before the coroutine goes on.
    Task<HttpResponse> ask(HttpRequest request) {
        auto initiate = [this](auto handler, HttpRequest asked) {
            const auto reply = std::make_shared<Reply<decltype(handler)>>(strand_, std::move(handler));
            try {
                services_.calls->answer(std::move(asked), [reply](HttpResponse out) { reply->give(std::move(out)); });
            } catch (const std::exception& error) {
                log::error("a request failed", {{"reason", error.what()}});
            }
            if (end_ && end_->awaited()) watch_peer(channel_, end_);
        };
        using Token = asio::use_awaitable_t<Strand>;
        const Token token{};
        asking_ = true;
        auto response = co_await asio::async_initiate<const Token, void(HttpResponse)>(std::move(initiate), token, std::move(request));
        asking_ = false;
        co_return response;
    }

    HttpServices& services_;
    std::shared_ptr<Channel> channel_;
    Strand strand_;
    Speaker speaker_;
    const bool vouched_;  // another server of the store speaks from there, too
    Caller::Place told_off_;
    Places places_{};
    std::shared_ptr<RequestEnd> end_{};  // of the request that is being answered
    bool first_ = true;
    bool answering_ = false;
    bool asking_ = false;  // of those that it answers it waits for the answer
    bool closing_ = false;
    bool cut_ = false;
};

void tell_log(const Caller& caller, const Settings& settings) {
    constexpr std::string_view what = "an address opens connections too fast; what is too much is refused";
    if (settings.log_addresses) log::warn(what, {{"address", caller_text(caller.address())}});
    else log::warn(what);
}

}  // namespace

void serve_http(Socket socket, const Address& peer, HttpServices& services) {
    services.ground.metrics.connections_accepted.add();
    auto caller = services.callers.find(peer);
    Caller::Place told_off;
    if (!services.callers.may_connect(peer, *caller)) {
        services.ground.metrics.connections_refused.add();
        if (services.callers.is_to_be_logged(*caller)) tell_log(*caller, *services.ground.settings);
        told_off = Caller::told_off(caller);
        if (!told_off) return;
    }
    const auto strand = socket.get_executor();
    auto connection = std::make_shared<HttpConnection>(std::move(socket), peer, std::move(caller), std::move(told_off), services);
    auto start = [connection] { return connection->run(); };
    asio::co_spawn(strand, std::move(start), [](std::exception_ptr problem) {
        if (!problem) return;
        try {
            std::rethrow_exception(problem);
        } catch (const std::exception& error) {
            log::error("an HTTP connection failed", {{"reason", error.what()}});
        }
    });
}

}  // namespace muster::server
