#include "server/http/safety_headers.hpp"

namespace muster::server {

namespace {

// Pages bring a policy of their own; data is no page, whatever a browser takes it for.
constexpr std::pair<const char*, const char*> headers[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Frame-Options", "DENY"},
    {"Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

}  // namespace

void add_safety_headers(HttpResponse& response, std::string_view target, bool secure) {
    for (const auto& [name, value] : headers) response.headers.emplace(name, value);
    if (secure) response.headers["Strict-Transport-Security"] = "max-age=31536000";
    // Pages of other hosts may read what anybody may read. There are no cookies, and a token is never sent by a browser itself.
    if (target.starts_with("/api/v1/")) response.headers["Access-Control-Allow-Origin"] = "*";
}

}  // namespace muster::server
