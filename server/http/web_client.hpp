// The web client over HTTP: its files, and its pages, which are all one file.
#pragma once
#include <optional>

#include "server/http/message.hpp"

namespace muster::server {

/// Answers a GET of the web client's files and pages; nothing for other addresses. Without the client built in, pages say
/// so in words.
std::optional<HttpResponse> web_answer(const std::string& path, const HttpRequest& request);

}  // namespace muster::server
