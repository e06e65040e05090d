#include "server/http/safety_headers.hpp"

#include "server/http/cross_origin.hpp"

namespace muster::server {

namespace {

constexpr std::pair<const char*, const char*> for_everything[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

// What only documents and workers obey. Pages bring a policy of their own; data is no page, whatever a browser takes it for.
constexpr std::pair<const char*, const char*> for_documents[] = {
    {"X-Frame-Options", "DENY"},
    {"Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
};

// Scripts, styles and fonts of the pages, some ten for each page: their headers are a part of what a phone waits for.
bool is_part_of_pages(const HttpResponse& response, std::string_view target) {
    return target.starts_with("/assets/") && (response.status == 200 || response.status == 304);
}

// Pictures and films of battles are made to be shown elsewhere.
bool is_card(std::string_view target) {
    const auto path = target.substr(0, target.find('?'));
    return path.starts_with("/b/") && (path.ends_with("/card.png") || path.ends_with("/battle.gif"));
}

// A page's own policy may let others frame it, and then the older header doesn't forbid it.
bool may_be_framed(const HttpResponse& response) {
    const auto policy = response.headers.find("Content-Security-Policy");
    return policy != response.headers.end() && policy->second.contains("frame-ancestors *");
}

}  // namespace

void add_safety_headers(HttpResponse& response, std::string_view target, bool secure) {
    if (is_card(target)) response.headers.emplace("Cross-Origin-Resource-Policy", "cross-origin");
    for (const auto& [name, value] : for_everything) response.headers.emplace(name, value);
    if (!is_part_of_pages(response, target))
        for (const auto& [name, value] : for_documents) response.headers.emplace(name, value);
    if (may_be_framed(response)) response.headers.erase("X-Frame-Options");
    if (secure) response.headers["Strict-Transport-Security"] = "max-age=31536000";
    add_cross_origin_headers(response, target);
}

}  // namespace muster::server
