// The web client's files and pages, as the server sends them. What they do in a browser is tested in tests/web.
#include <doctest/doctest.h>

#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// The first file under /assets/ that a page names with this ending.
std::string asset_of(const std::string& page, const std::string& ending) {
    for (std::size_t at = page.find("/assets/"); at != std::string::npos; at = page.find("/assets/", at + 1)) {
        const auto name = page.substr(at, page.find('"', at) - at);
        if (name.ends_with(ending)) return name;
    }
    return {};
}

}  // namespace

TEST_CASE("every page has a strict policy, nothing inline, and names all that it needs to begin") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto home = http_get(server.port(), "/");
    REQUIRE(home.status == 200);
    REQUIRE(home.headers.at("content-type") == "text/html; charset=utf-8");
    const std::pair<const char*, const char*> pages[] = {{"/", "Home"},       {"/new", "Start"},          {"/battles", "Archive"},
                                                         {"/rules", "Rules"}, {"/rules/armies", "Rules"}, {"/b/AAAAAAAAAAAAAAAAAAAAAA", "Battle"}};
    for (const auto& [address, component] : pages) {
        CAPTURE(address);
        const auto page = http_get(server.port(), address, "Sec-Fetch-Dest: document\r\n");
        const auto policy = page.headers.at("content-security-policy");
        CHECK(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
        CHECK(!policy.contains("unsafe"));
        CHECK(!page.body.contains("<style"));
        CHECK(!page.body.contains(" style="));
        CHECK(!page.body.contains("<script>"));
        CHECK(!page.body.contains("//"));  // no address elsewhere
        CHECK(page.body.contains(std::string("<link rel=\"modulepreload\" crossorigin href=\"/assets/") + component + "-"));
    }
    CHECK(home.headers.at("referrer-policy") == "no-referrer");
    CHECK(home.headers.at("cache-control") == "no-cache");
    CHECK(http_get(server.port(), "/", "If-None-Match: " + home.headers.at("etag") + "\r\n").status == 304);
    CHECK(http_get(server.port(), "/assets/nothing.js").status == 404);
    CHECK(http_get(server.port(), "/../etc/passwd").status == 404);
    const auto lost = http_get(server.port(), "/nowhere", "Accept: text/html,application/xhtml+xml\r\n");
    CHECK(lost.status == 404);
    CHECK(!asset_of(lost.body, ".js").empty());
    CHECK(http_get(server.port(), "/nowhere").headers.at("content-type") == "application/problem+json");
}

TEST_CASE("files with a digest in their name are kept for ever, and sent compressed to whoever can read it") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto script = asset_of(http_get(server.port(), "/").body, ".js");
    REQUIRE(!script.empty());
    const auto plain = http_get(server.port(), script);
    CHECK(plain.headers.at("content-type") == "text/javascript; charset=utf-8");
    CHECK(plain.headers.at("cache-control") == "public, max-age=31536000, immutable");
    CHECK(plain.headers.at("x-content-type-options") == "nosniff");
    CHECK(plain.headers.at("cross-origin-resource-policy") == "same-origin");
    CHECK(!plain.headers.contains("content-security-policy"));  // only documents and workers obey it
    CHECK(http_get(server.port(), "/sw.js").headers.contains("content-security-policy"));
    CHECK(plain.headers.at("vary") == "Accept-Encoding");
    CHECK(!plain.headers.contains("content-encoding"));
    const auto brotli = http_get(server.port(), script, "Accept-Encoding: gzip, br\r\n");
    CHECK(brotli.headers.at("content-encoding") == "br");
    CHECK(brotli.body.size() < plain.body.size());
    CHECK(brotli.headers.at("etag") != plain.headers.at("etag"));
    CHECK(http_get(server.port(), script, "Accept-Encoding: gzip, br;q=0\r\n").headers.at("content-encoding") == "gzip");
}

TEST_CASE("a page comes in the first of the browser's languages that it is written in") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto language_of = [&](const std::string& accepted) {
        const auto page = http_get(server.port(), "/", accepted.empty() ? "" : "Accept-Language: " + accepted + "\r\n");
        CHECK(page.headers.at("vary") == "Accept-Encoding, Accept-Language");
        const auto at = page.body.find("<html lang=\"");
        REQUIRE(at != std::string::npos);
        return page.body.substr(at + 12, 2);
    };
    CHECK(language_of("") == "en");
    CHECK(language_of("de") == "de");
    CHECK(language_of("de-AT, de;q=0.9, en;q=0.8") == "de");
    CHECK(language_of("fr-FR,fr;q=0.9,de;q=0.8,en;q=0.7") == "fr");
    CHECK(language_of("nl-NL,nl;q=0.9,de;q=0.8,en;q=0.7") == "de");
    CHECK(language_of("en-GB,en;q=0.9,de;q=0.8") == "en");
    CHECK(language_of("nl, *;q=0.1") == "en");
    CHECK(language_of(",;, deutsch") == "en");
    CHECK(http_get(server.port(), "/", "Accept-Language: de\r\n").headers.at("etag") != http_get(server.port(), "/").headers.at("etag"));
}
