// What the connection does while an answer takes its time: sees whether somebody still waits for it, and writes a body that goes
// on. Both run on the connection's strand.
#pragma once
#include <memory>
#include <string>

#include "server/http/body_stream.hpp"
#include "server/http/request_end.hpp"
#include "server/net/channel.hpp"

namespace muster::server {

/// Tells `end` when the client is gone, for as long as somebody holds it. Nothing is read: what the client has sent ahead stays
/// where the next request is looked for. A client that did so is not watched any more; the answer's own bound of time ends it.
void watch_peer(const std::shared_ptr<Channel>& channel, const std::shared_ptr<RequestEnd>& end);

/// Writes `head` and the body, in chunks if `chunked`, until it is over or the client is gone: whatever is there in one go, then it waits
/// for more. The caller keeps channel and end alive.
Task<void> pour(Channel& channel, std::string head, bool chunked, std::shared_ptr<BodyStream> body, RequestEnd& end);

}  // namespace muster::server
