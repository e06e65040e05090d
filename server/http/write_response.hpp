// Writes one HTTP response to a channel. All on the connection's strand; the caller keeps the channel alive.
#pragma once
#include <string>

#include "server/http/message.hpp"
#include "server/net/channel.hpp"

namespace muster::server {

/// How the request that is answered was sent.
struct ResponseForm {
    unsigned version = 11;    ///< of HTTP, times ten
    bool keep_alive = false;  ///< there may be another request
    bool head = false;        ///< only the head is wanted
};

/// Takes as long as the client reads on (TransferDeadline). The error, if it has not got all of it.
Task<ErrorCode> write_response(Channel& channel, HttpResponse response, ResponseForm form);

/// The last word on a connection. What the client still sends is read for a moment, since closing over unread bytes would take
/// the answer away from it.
Task<void> refuse_and_end(Channel& channel, Refusal refusal);

/// Whether the stream of an answer goes out in chunks; HTTP 1.0 does not know them.
bool goes_in_chunks(const HttpResponse& response, unsigned version);
/// The head of an answer that goes on.
std::string head_of(HttpResponse response, unsigned version);

}  // namespace muster::server
