// The documents that describe the server to programs: OpenAPI for the HTTP calls, AsyncAPI for the messages of the WebSocket and of
// the stream of events. Made from the table of addresses and from the definitions of the messages.
#pragma once
#include <span>
#include <string>

#include "server/http/api.hpp"

namespace muster::server {

/// OpenAPI 3.1. A route that is not described here is listed without a summary, which a test finds.
std::string openapi_text(std::span<const HttpApi::Route> routes, const rules::Rulesets& rulesets);

/// AsyncAPI 3.0.
std::string asyncapi_text();

}  // namespace muster::server
