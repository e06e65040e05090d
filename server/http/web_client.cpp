#include "server/http/web_client.hpp"

#include <algorithm>

#include "server/http/content_coding.hpp"
#include "server/http/web_assets.hpp"

namespace muster::server {

namespace {

// Nothing from elsewhere, no inline script or style, no frame around it; it talks to the server that it came from.
constexpr const char* content_security_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Of the one page that any other may put into a frame: it shows a battle and has nothing that counts when it is pressed.
constexpr const char* embed_policy = "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";
// A worker has a policy of its own. This one runs the rules as WebAssembly, which no page may.
constexpr std::string_view rules_worker = "/rules_worker.js";
constexpr const char* rules_worker_policy = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

// What a battle's page depends on beside its address (is_for_a_person).
constexpr const char* battle_varies = "Accept-Encoding, Accept-Language, Sec-Fetch-Dest, User-Agent";

constexpr const char* absent =
    "This is a Muster battle server, built without its web pages (`make build` on a machine that reaches the npm registry adds them).\n"
    "Play in a terminal with the program `muster`:\n"
    "  muster play THIS-LINK     play the seat that the link holds\n"
    "  muster watch THIS-LINK    watch\n";

// The page of an address; empty: none is there.
std::string_view page_at(std::string_view path) {
    if (path == "/") return "/home";
    if (path == "/new") return "/start";
    if (path == "/battles") return "/archive";
    if (path == "/rules" || path.starts_with("/rules/")) return "/rules";
    if (path == "/dice") return "/dice";
    if (path == "/open") return "/server";
    if (path.starts_with("/b/")) return "/battle";
    return {};
}

bool is_embed(std::string_view path) {
    constexpr std::string_view begin = "/embed/";
    return path.starts_with(begin) && path.size() > begin.size() && !path.substr(begin.size()).contains('/');
}

const WebAsset* find(std::string_view path) {
    const auto assets = web_assets();
    const auto found = std::ranges::find(assets, path, &WebAsset::path);
    return found == assets.end() ? nullptr : &*found;
}

// A page's document names what the page needs to begin, and holds what it shows before that (clients/web/entry_pages.mjs, prerender.mjs).
// It is there in each language that the pages are written in: the first of the client's languages decides. Browsers name them in their
// order of preference.
std::string document_of(std::string_view page, const HttpRequest& request) {
    const auto in = [page](std::string_view language) { return std::string(page) + '.' + std::string(language) + ".html"; };
    std::string_view accepted = request.accept_language;
    while (!accepted.empty()) {
        const auto part = next_item(accepted);
        auto document = in(part.substr(0, part.find_first_of("-; ")));
        if (find(document)) return document;
    }
    return in("en");
}

void add_page_headers(HttpResponse& out) { out.headers["Content-Security-Policy"] = content_security_policy; }

HttpResponse answer_with(const WebAsset& asset, const HttpRequest& request) {
    HttpResponse out{200, std::string(asset.type), {}};
    // Vite puts a digest into the names of what is under /assets/: scripts, styles and fonts.
    const bool part = asset.path.starts_with("/assets/");
    out.headers["Cache-Control"] = part ? "public, max-age=31536000, immutable" : "no-cache";
    out.headers["Vary"] = asset.type.starts_with("text/html") ? "Accept-Encoding, Accept-Language" : "Accept-Encoding";
    if (!part) add_page_headers(out);
    if (asset.path == rules_worker) out.headers["Content-Security-Policy"] = rules_worker_policy;
    std::string_view body = asset.body;
    std::string etag(asset.etag);
    if (!asset.brotli.empty() && accepts(request.accept_encoding, "br")) {
        out.headers["Content-Encoding"] = "br";
        etag += "-br";
        body = asset.brotli;
    } else if (!asset.gzip.empty() && accepts(request.accept_encoding, "gzip")) {
        out.headers["Content-Encoding"] = "gzip";
        etag += "-gz";
        body = asset.gzip;
    }
    out.headers["ETag"] = '"' + etag + '"';
    if (request.if_none_match == out.headers["ETag"]) out.status = 304;
    else out.body = body;
    return out;
}

// A person at a wrong address gets a page that says so; a program gets what programs read.
std::optional<HttpResponse> lost_visitor(const std::string& path, const HttpRequest& request) {
    if (path.starts_with("/api/") || path.starts_with("/assets/") || !request.accept.contains("text/html")) return {};
    const auto* asset = find("/index.html");
    if (!asset) return {};
    HttpRequest anew = request;
    anew.if_none_match.clear();  // a 304 would say that the page is there
    auto out = answer_with(*asset, anew);
    out.status = 404;
    return out;
}

}  // namespace

std::optional<std::string_view> battle_document(const HttpRequest& request) {
    const auto* asset = find(document_of("/battle", request));
    return asset ? std::optional(asset->body) : std::nullopt;
}

HttpResponse answer_document(std::string html, const HttpRequest& request) {
    const bool packed = accepts(request.accept_encoding, "gzip");
    HttpResponse out{200, "text/html; charset=utf-8", packed ? gzip(html) : std::move(html)};
    add_page_headers(out);
    out.headers["Vary"] = battle_varies;
    if (packed) out.headers["Content-Encoding"] = "gzip";
    return with_tag(std::move(out), request);
}

std::vector<std::string_view> web_faces() {
    std::vector<std::string_view> out;
    for (const auto& asset : web_assets())
        if (asset.path.ends_with(".woff2")) out.push_back(asset.body);
    return out;
}

// Browsers say what they fetch a document for, but only over https and to this device itself, and old ones never; those that read it for a picture of the
// link say nothing, or, where it is a browser that does it, name themselves as the robots whose part they take.
bool is_for_a_person(const HttpRequest& request) {
    const auto has = [agent = std::string_view(request.user_agent)](std::string_view word) {
        return !std::ranges::search(agent, word, [](char a, char b) { return (a | 0x20) == b; }).empty();
    };
    const bool browses = request.fetch_dest.empty() ? request.user_agent.starts_with("Mozilla/") : request.fetch_dest == "document";
    return browses && !has("bot") && !has("externalhit") && !has("preview") && !has("compatible;");
}

bool has_embed_page() { return find("/embed.html") != nullptr; }

std::optional<HttpResponse> web_answer(const std::string& path, const HttpRequest& request) {
    if (const auto* asset = find("/embed.html"); asset && is_embed(path)) {
        auto out = answer_with(*asset, request);
        out.headers["Content-Security-Policy"] = embed_policy;
        out.headers["Vary"] = "Accept-Encoding";
        return out;
    }
    const auto page = page_at(path);
    if (const auto* asset = find(page.empty() ? path : document_of(page, request))) {
        auto out = answer_with(*asset, request);
        if (page == "/battle") out.headers["Vary"] = battle_varies;
        return out;
    }
    if (page.empty()) return lost_visitor(path, request);
    HttpResponse out{200, "text/plain; charset=utf-8", absent};
    add_page_headers(out);
    return out;
}

}  // namespace muster::server
