// What pages of other origins may do here. A browser asks before it sends what a plain link or form could not, and before it lets a page read an
// answer; there are no cookies, so a page has what it was given, and nothing of its visitor's.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/read_request.hpp"

namespace muster::server {

/// Whether a browser page of `origin` may open a WebSocket on this server, reached as `host`, over TLS or not, and ask what needs a preflight.
/// Of `allowed` "*" stands for all pages, "null" for those without an origin: files of a folder.
bool origin_allowed(std::string_view origin, std::string_view host, bool secure, const std::vector<std::string>& allowed);

/// The answer to the question that a browser puts before a page's own (Fetch, CORS preflight); nothing where this is no such question.
std::optional<HttpResponse> answer_preflight(const BeastRequest& request, bool secure, const std::vector<std::string>& allowed_origins);

/// Lets pages of all origins read an answer of the API, as anybody may.
void add_cross_origin_headers(HttpResponse& response, std::string_view target);

}  // namespace muster::server
