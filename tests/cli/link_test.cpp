#include "clients/cli/link.hpp"

#include <doctest/doctest.h>

using namespace muster::cli;

namespace {

const Server here{"127.0.0.1", "8080"};

std::string server_or_error(std::string_view url) {
    const auto server = parse_server(url);
    return server ? server->url() : "! " + server.error();
}

}  // namespace

TEST_CASE("a server's address is read with its scheme or without") {
    CHECK(server_or_error("http://127.0.0.1:8080") == "http://127.0.0.1:8080");
    CHECK(server_or_error("ws://example.org:9000/") == "http://example.org:9000");
    CHECK(server_or_error("http://example.org") == "http://example.org:80");
    CHECK(server_or_error("example.org:9000") == "http://example.org:9000");
    CHECK(server_or_error("localhost") == "http://localhost:8080");
    CHECK(server_or_error("http://[::1]:8080") == "http://[::1]:8080");
}

TEST_CASE("https and wss ask for encryption, and trust what the server at hand is trusted by") {
    CHECK(server_or_error("https://example.org") == "https://example.org:443");
    CHECK(server_or_error("wss://example.org:8443/") == "https://example.org:8443");
    const auto link = parse_link("https://example.org/b/b7Qk2", Server{"127.0.0.1", "8080", false, "club.pem"});
    REQUIRE(link);
    CHECK(link->server == Server{"example.org", "443", true, "club.pem"});
    CHECK(link_text(link->server, link->battle) == "https://example.org:443/b/b7Qk2");
}

TEST_CASE("what is no server's address is refused") {
    for (const auto* bad : {"", "http://", "ftp://example.org", "http://example.org:0", "http://example.org:99999", "http://example.org:80x",
                            "http://exa mple.org", "http://example.org/path", "http://[::1", "http://a\r\nHost: b"})
        CHECK_MESSAGE(!parse_server(bad), bad);
}

TEST_CASE("a link names the server, the battle and the seat's token") {
    const auto link = parse_link("http://example.org:9000/b/b7Qk2-_x#tokEN_-1", here);
    REQUIRE(link);
    CHECK(link->server == Server{"example.org", "9000"});
    CHECK(link->battle == "b7Qk2-_x");
    CHECK(link->token == "tokEN_-1");
}

TEST_CASE("of a link, what only the page reads is left out") {
    for (const auto* text : {"http://example.org/b/b7Qk2?take#secret", "http://example.org/b/b7Qk2?play=1&x#secret"}) {
        const auto link = parse_link(text, here);
        REQUIRE_MESSAGE(link, text);
        CHECK(link->server == Server{"example.org", "80"});
        CHECK(link->battle == "b7Qk2");
        CHECK(link->token == "secret");
    }
}

TEST_CASE("a link without a token is one to watch") {
    const auto link = parse_link("http://example.org/b/b7Qk2", here);
    REQUIRE(link);
    CHECK(link->server == Server{"example.org", "80"});
    CHECK(link->token.empty());
}

TEST_CASE("a battle's id alone is one on the server at hand, with a token or without") {
    const auto link = parse_link("b7Qk2", here);
    REQUIRE(link);
    CHECK(link->server == here);
    CHECK(link->battle == "b7Qk2");
    const auto with_token = parse_link("b7Qk2#secret", here);
    REQUIRE(with_token);
    CHECK(with_token->token == "secret");
}

TEST_CASE("what is no link is refused") {
    for (const auto* bad : {"", "#token", "http://example.org/", "http://example.org/b/", "http://example.org/c/b7Qk2", "b7 Qk2", "b7Qk2#", "b7Qk2#to ken",
                            "ftp://example.org/b/b7Qk2", "b/../../x", "b7Qk2?x=1"})
        CHECK_MESSAGE(!parse_link(bad, here), bad);
}

TEST_CASE("a link that is printed is read as the same") {
    const Server server{"::1", "8080"};
    CHECK(link_text(server, "b7Qk2", "secret") == "http://[::1]:8080/b/b7Qk2#secret");
    CHECK(link_text(server, "b7Qk2") == "http://[::1]:8080/b/b7Qk2");
    for (const auto& text : {link_text(server, "b7Qk2", "secret"), hand_over_link(server, "b7Qk2", "secret")}) {
        const auto link = parse_link(text, here);
        REQUIRE_MESSAGE(link, text);
        CHECK(link->server == server);
        CHECK(link->battle == "b7Qk2");
        CHECK(link->token == "secret");
    }
}

TEST_CASE("a link that hands a seat over has the page ask for a name first") {
    CHECK(hand_over_link({"example.org", "8080"}, "b7Qk2", "secret") == "http://example.org:8080/b/b7Qk2?take#secret");
}
