#include "server/http/write_response.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <sstream>

#include "server/base/limits.hpp"
#include "server/http/safety_headers.hpp"
#include "server/net/transfer_deadline.hpp"

namespace muster::server {

namespace http = boost::beast::http;

namespace {

using Response = http::response<http::string_body>;

Response to_beast(HttpResponse from, ResponseForm form) {
    Response response(static_cast<http::status>(from.status), form.version);
    response.set(http::field::server, "musterd");
    response.set(http::field::content_type, from.content_type);
    for (const auto& [name, value] : from.headers) response.set(name, value);
    response.keep_alive(form.keep_alive);
    const auto size = from.stream_size.value_or(from.body.size());
    if (!form.head) response.body() = std::move(from.body);
    response.prepare_payload();
    if (from.unsized) response.content_length(boost::none);
    else if (form.head) response.content_length(size);
    return response;
}

}  // namespace

Task<ErrorCode> write_response(Channel& channel, HttpResponse response, ResponseForm form) {
    const Response message = to_beast(std::move(response), form);
    ErrorCode ignored;
    // Progress shows only when the kernel has sent what it took; a large buffer would look like a client that stalls.
    if (message.body().size() > limits::socket_send_bytes) channel.socket().set_option(asio::socket_base::send_buffer_size(limits::socket_send_bytes), ignored);
    http::serializer<false, http::string_body> serializer(message);
    TransferDeadline deadline(std::chrono::steady_clock::now());
    while (!serializer.is_done()) {
        channel.expires_after(deadline.left(std::chrono::steady_clock::now()));
        auto [error, size] = co_await http::async_write_some(channel, serializer, task);
        if (error) co_return error;
        deadline.moved(size);
    }
    co_return ErrorCode();
}

Task<void> refuse_and_end(Channel& channel, Refusal refusal) {
    HttpResponse said = problem(refusal);
    add_safety_headers(said, {}, channel.encrypted());
    const ResponseForm form;
    co_await write_response(channel, std::move(said), form);  // the connection ends either way
    channel.shutdown_send();
    channel.expires_after(limits::linger_max);
    std::array<char, 4096> ignored{};
    const auto rest = asio::buffer(ignored);
    while (true) {
        auto [error, size] = co_await channel.async_read_some(rest, task);
        if (error) co_return;
    }
}

bool goes_in_chunks(const HttpResponse& response, unsigned version) { return response.unsized && version >= 11; }

std::string head_of(HttpResponse response, unsigned version) {
    const auto size = response.stream_size;
    const bool chunked = goes_in_chunks(response, version);
    Response message = to_beast(std::move(response), {.version = version});
    if (size) message.content_length(*size);
    else message.content_length(boost::none);
    if (chunked) message.chunked(true);
    std::ostringstream out;
    out << message.base();
    return out.str();
}

}  // namespace muster::server
