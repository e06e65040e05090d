// Reads one HTTP request from a channel, within bounds of size and of time.
#pragma once
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <expected>
#include <optional>

#include "server/http/calls.hpp"
#include "server/http/speaker.hpp"
#include "server/net/channel.hpp"

namespace muster::server {

using BeastRequest = boost::beast::http::request<boost::beast::http::string_body>;

struct ReadRequest {
    BeastRequest message{};
    std::shared_ptr<Caller> caller{};    ///< whose request it is
    Caller::Place place{};               ///< of whoever speaks through a proxy; empty: there was none. Others have the connection's.
    std::shared_ptr<void> large_body{};  ///< leave to hold a body that is larger than a message, if it is
    Caller::Place large_body_of_caller{};
};

/// All places of one address are taken.
Refusal too_many_of_one();

/// What could not be read: with something to say to the client, or because it is gone.
using Unread = std::optional<Refusal>;

/// The head has `head_max` to come, the body as long as it makes progress (TransferDeadline). `buffer` keeps what came behind the
/// request. The caller keeps all of these alive.
Task<std::expected<ReadRequest, Unread>> read_request(Channel& channel, boost::beast::flat_buffer& buffer, HttpCalls& calls, const Speaker& speaker,
                                                      std::chrono::steady_clock::duration head_max);

/// What comes behind a head that has been read: as long as it makes progress, also when the head's time is over.
using RequestParser = boost::beast::http::request_parser<boost::beast::http::string_body>;
Task<ErrorCode> read_body(Channel& channel, boost::beast::flat_buffer& buffer, RequestParser& parser);

/// What the request says, without HTTP's bytes; who sent it is not in it.
HttpRequest plain_request(BeastRequest request);

}  // namespace muster::server
