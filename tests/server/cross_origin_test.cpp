// Pages that did not come from this server: what they may do by default, and where their origin is named.
#include <doctest/doctest.h>

#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string from(const std::string& origin) { return "Origin: " + origin + "\r\n"; }

/// What a browser asks before it sends a page's question with a token.
HttpReply preflight(const ServerProcess& server, const std::string& origin, const std::string& target = "/api/v1/odds") {
    return http_get(server.port(), target,
                    from(origin) + "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization,content-type\r\n", "OPTIONS");
}

bool lets(const HttpReply& reply) { return reply.status == 204 && reply.headers.contains("access-control-allow-headers"); }

}  // namespace

TEST_CASE("pages of other origins read what anybody may, and may neither open a WebSocket nor ask with a token") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const std::string own = "http://127.0.0.1:" + std::to_string(server.port());
    for (const auto* origin : {"https://evil.example", "null", "file://"}) {
        CAPTURE(origin);
        CHECK_THROWS(WireClient(server.port(), from(origin)));
        const auto refused = preflight(server, origin);
        CHECK(refused.status == 403);
        CHECK(refused.json()["detail"].get<std::string>().contains("--allow-origin"));
        CHECK(!refused.headers.contains("access-control-allow-headers"));
        const auto read = http_get(server.port(), "/api/v1/rulesets", from(origin));
        CHECK(read.status == 200);
        CHECK(read.headers.at("access-control-allow-origin") == "*");
        CHECK(read.headers.at("access-control-expose-headers") == "ETag, Location, Retry-After");
    }
    CHECK_NOTHROW(WireClient(server.port(), from(own)));
}

TEST_CASE("pages of the origins that are named may, and others still not") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--allow-origin", "https://club.example", "--allow-origin", "http://localhost:8000"});
    for (const auto* origin : {"https://club.example", "http://localhost:8000"}) {
        CAPTURE(origin);
        CHECK_NOTHROW(WireClient(server.port(), from(origin)));
        const auto let = preflight(server, origin);
        CHECK(lets(let));
        CHECK(let.body.empty());
        CHECK(let.headers.at("access-control-allow-origin") == "*");
        CHECK(let.headers.at("access-control-allow-headers").contains("Authorization, Content-Type"));
        CHECK(let.headers.at("access-control-allow-methods") == "GET, HEAD, POST");
        CHECK(let.headers.at("vary") == "Origin");
        CHECK(!let.headers.contains("access-control-allow-credentials"));
    }
    for (const auto* origin :
         {"https://evil.example", "http://club.example", "https://club.example.evil.example", "https://club.example:444", "null", "file://"}) {
        CAPTURE(origin);
        CHECK_THROWS(WireClient(server.port(), from(origin)));
        CHECK(!lets(preflight(server, origin)));
    }
}

TEST_CASE("null names pages without an origin, as those of a folder are; * names all") {
    const TempFolder folder, other;
    ServerProcess of_folders(folder.path(), {"--allow-origin", "null"}), open(other.path(), {"--allow-origin", "*"});
    for (const auto* origin : {"null", "file://"}) {
        CAPTURE(origin);
        CHECK_NOTHROW(WireClient(of_folders.port(), from(origin)));
        CHECK(lets(preflight(of_folders, origin)));
        CHECK_NOTHROW(WireClient(open.port(), from(origin)));
        CHECK(lets(preflight(open, origin)));
    }
    CHECK_THROWS(WireClient(of_folders.port(), from("https://evil.example")));
    CHECK(!lets(preflight(of_folders, "https://evil.example")));
    CHECK_NOTHROW(WireClient(open.port(), from("https://anybody.example")));
    CHECK(lets(preflight(open, "https://anybody.example")));
}

TEST_CASE("only the API answers such questions, and only where a browser puts them") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--allow-origin", "*"});
    CHECK(preflight(server, "https://club.example", "/").status == 405);
    CHECK(preflight(server, "https://club.example", "/metrics").status == 405);
    CHECK(http_get(server.port(), "/api/v1/odds", from("https://club.example"), "OPTIONS").status == 405);
    CHECK(http_get(server.port(), "/api/v1/odds", {}, "OPTIONS").status == 405);
}
