#include "server/http/cross_origin.hpp"

namespace muster::server {

namespace http = boost::beast::http;

namespace {

constexpr std::string_view of_api = "/api/v1/";

std::string_view text(const BeastRequest& request, http::field field) { return {request[field].data(), request[field].size()}; }

}  // namespace

bool origin_allowed(std::string_view origin, std::string_view host, bool secure, const std::vector<std::string>& allowed) {
    if (origin.empty()) return true;           // not a browser
    if (origin == "file://") origin = "null";  // so Chromium's WebSockets call it, and nothing else does
    for (const auto& each : allowed)
        if (each == "*" || each == origin) return true;
    const auto scheme = origin.find("://");
    if (scheme == std::string_view::npos || origin.substr(scheme + 3) != host) return false;
    return !secure || origin.starts_with("https:");  // a page that came unencrypted may be anybody's
}

std::optional<HttpResponse> answer_preflight(const BeastRequest& request, bool secure, const std::vector<std::string>& allowed_origins) {
    const auto origin = text(request, http::field::origin);
    if (request.method() != http::verb::options || origin.empty() || text(request, http::field::access_control_request_method).empty()) return {};
    if (!request.target().starts_with(of_api)) return {};
    const bool allowed = origin_allowed(origin, text(request, http::field::host), secure, allowed_origins);
    auto out = allowed ? HttpResponse{204, {}, {}} : problem(403, {Code::bad_message, "pages of this origin may not connect here (--allow-origin)"});
    out.headers["Vary"] = "Origin";
    if (!allowed) return out;
    out.headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST";
    out.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type, If-None-Match, Last-Event-ID";
    out.headers["Access-Control-Max-Age"] = "7200";  // the most that Chromium takes
    return out;
}

void add_cross_origin_headers(HttpResponse& response, std::string_view target) {
    if (!target.starts_with(of_api)) return;
    response.headers["Access-Control-Allow-Origin"] = "*";
    response.headers["Access-Control-Expose-Headers"] = "ETag, Location, Retry-After";
}

}  // namespace muster::server
