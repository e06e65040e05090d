#include "server/http/read_request.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "server/base/limits.hpp"
#include "server/net/transfer_deadline.hpp"

namespace muster::server {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

// Each address has its own bound; of large bodies there are only so many at a time, and fewer from one address.
std::optional<Refusal> refuse_body(RequestParser& parser, HttpCalls& calls, ReadRequest& out) {
    const auto method = parser.get().method_string();
    const auto target = parser.get().target();
    const std::size_t most = calls.body_max({method.data(), method.size()}, {target.data(), target.size()});
    parser.body_limit(boost::optional<std::uint64_t>(most));
    const auto length = parser.content_length();
    if (length && *length > most) return Refusal{Code::too_large, "this request is too large; at most " + std::to_string(most) + " bytes here"};
    const bool is_large = length ? *length > limits::message_bytes_max : parser.chunked() && most > limits::message_bytes_max;
    if (!is_large) return {};
    out.large_body_of_caller = Caller::sends_large_body(out.caller);
    if (!out.large_body_of_caller) return Refusal{Code::server_busy, "too many large requests from your address at once; try again in a moment"};
    out.large_body = calls.take_large_body();
    if (!out.large_body) return Refusal{Code::server_busy, "too many large requests at once; try again in a moment"};
    return {};
}

Unread why_unread(ErrorCode error) {
    if (error == http::error::body_limit || error == http::error::header_limit) return Refusal{Code::too_large, "this request is too large"};
    const bool of_http = error.category() == http::make_error_code(http::error::bad_method).category();
    if (!of_http || error == http::error::end_of_stream || error == http::error::partial_message) return {};
    return Refusal{Code::bad_message, "this is not a well-formed HTTP request"};
}

}  // namespace

Task<ErrorCode> read_body(Channel& channel, beast::flat_buffer& buffer, RequestParser& parser) {
    TransferDeadline deadline(std::chrono::steady_clock::now());
    parser.eager(true);
    while (!parser.is_done()) {
        channel.expires_after(deadline.left(std::chrono::steady_clock::now()));
        auto [error, size] = co_await http::async_read_some(channel, buffer, parser, task);
        if (error) co_return error;
        deadline.moved(size);
    }
    co_return ErrorCode();
}

Refusal too_many_of_one() { return {Code::rate_limited, "too many connections from your address; close one first"}; }

Task<std::expected<ReadRequest, Unread>> read_request(Channel& channel, beast::flat_buffer& buffer, HttpCalls& calls, const Speaker& speaker,
                                                      std::chrono::steady_clock::duration head_max) {
    const auto parser = std::make_unique<RequestParser>();
    parser->header_limit(limits::http_header_bytes_max);
    parser->body_limit(boost::optional<std::uint64_t>(limits::record_bytes_max));
    channel.expires_after(head_max);
    auto [error, size] = co_await http::async_read_header(channel, buffer, *parser, task);
    if (error) co_return std::unexpected(why_unread(error));
    ReadRequest out;
    auto caller = speaker.caller_of(parser->get());
    if (!caller) co_return std::unexpected(std::move(caller.error()));
    out.caller = std::move(*caller);
    if (speaker.proxied()) out.place = Caller::connected(out.caller);
    if (speaker.proxied() && !out.place && !parser->is_done()) co_return std::unexpected(too_many_of_one());
    if (auto refusal = refuse_body(*parser, calls, out)) co_return std::unexpected(std::move(refusal));
    const ErrorCode failed = co_await read_body(channel, buffer, *parser);
    if (failed) co_return std::unexpected(why_unread(failed));
    out.message = parser->release();
    co_return std::move(out);
}

HttpRequest plain_request(BeastRequest request) {
    HttpRequest out;
    out.head = request.method() == http::verb::head;
    out.method = out.head ? "GET" : std::string(request.method_string());
    out.target = std::string(request.target());
    out.if_none_match = std::string(request[http::field::if_none_match]);
    const auto authorization = request[http::field::authorization];
    if (authorization.starts_with("Bearer ")) out.bearer = std::string(authorization.substr(7));
    out.accept = std::string(request[http::field::accept]);
    out.accept_encoding = std::string(request[http::field::accept_encoding]);
    out.accept_language = std::string(request[http::field::accept_language]);
    out.host = std::string(request[http::field::host]);
    out.user_agent = std::string(request[http::field::user_agent]);
    out.fetch_dest = std::string(request["Sec-Fetch-Dest"]);
    out.relays = std::string(request["Muster-Relays"]);
    out.last_event_id = std::string(request["Last-Event-ID"]);
    out.body = std::move(request.body());
    return out;
}

}  // namespace muster::server
