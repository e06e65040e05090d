// Where nudges may go, and where they may not.
#include <doctest/doctest.h>

#include "server/nudge/address.hpp"

using namespace muster;
using namespace muster::server;

namespace {

NudgeReach anywhere() {
    NudgeReach reach;
    reach.hosts = {"*"};
    return reach;
}

std::string refused(const std::string& url, const NudgeReach& reach = anywhere()) {
    const auto address = read_nudge_address(url, reach, "/nudge/url");
    if (address) return "allowed";
    CHECK(address.error().code == Code::bad_message);
    CHECK(address.error().path == "/nudge/url");
    return address.error().message;
}

bool open_to(const char* address) { return is_public(boost::asio::ip::make_address(address)); }

}  // namespace

TEST_CASE("an address is taken apart as it was written") {
    const auto plain = read_nudge_address("https://Discord.com/api/webhooks/1/abc?wait=true", {}, "");
    REQUIRE(plain);
    CHECK(plain->host == "discord.com");
    CHECK(plain->port == 443);
    CHECK(plain->target == "/api/webhooks/1/abc?wait=true");
    CHECK(plain->origin() == "https://discord.com");
    const auto with_port = read_nudge_address("https://example.org:8443", anywhere(), "");
    REQUIRE(with_port);
    CHECK(with_port->target == "/");
    CHECK(with_port->authority() == "example.org:8443");
    const auto six = read_nudge_address("https://[2606:4700::1111]/x", anywhere(), "");
    REQUIRE(six);
    CHECK(six->host == "2606:4700::1111");
    CHECK(six->authority() == "[2606:4700::1111]");
}

TEST_CASE("only hosts that the operator allows are served, and a part of a name is not that name") {
    CHECK(refused("https://discord.com/api", {}) == "allowed");
    CHECK(refused("https://hooks.slack.com/services/T", {}) == "allowed");
    CHECK(refused("https://web.push.apple.com/x", {}) == "allowed");
    CHECK(refused("https://discord.com./api", {}) == "allowed");
    CHECK(refused("https://notdiscord.com/api", {}).starts_with("this server does not send to notdiscord.com"));
    CHECK(refused("https://discord.com.example.org/", {}).starts_with("this server does not send to discord.com.example.org"));
    CHECK(refused("https://push.apple.com/x", {}).starts_with("this server does not send to push.apple.com"));
    CHECK(refused("https://evilpush.apple.com/x", {}).starts_with("this server does not send"));
}

TEST_CASE("an address that is none, or is more than an address, is refused") {
    for (const char* url : {"", "discord.com/api", "https://", "https:///path", "https://exa mple.org/", "https://example.org/a b", "//example.org/",
                            "https://example.org:0/", "https://example.org:99999/", "https://example.org/\r\nHost: other"})
        CHECK_MESSAGE(refused(url) != "allowed", std::string(url));
    CHECK(refused("http://example.org/") == "only https:// is supported");
    CHECK(refused("ftp://example.org/") == "only https:// is supported");
    CHECK(refused("https://user:word@example.org/") == "an address cannot contain a user name or password");
    CHECK(refused("https://discord.com@10.0.0.1/") == "an address cannot contain a user name or password");
    CHECK(refused("https://exa%6dple.org%0a/") != "allowed");
}

TEST_CASE("an address of a private network is refused however it is written") {
    for (const char* url : {"https://127.0.0.1/", "https://10.1.2.3/", "https://192.168.0.1:8443/", "https://169.254.169.254/latest/meta-data",
                            "https://[::1]/", "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/", "https://[fe80::1]/", "https://100.64.0.1/"})
        CHECK_MESSAGE(refused(url) == "this server does not send to private addresses", std::string(url));
    NudgeReach own = anywhere();
    own.private_addresses = true;
    CHECK(refused("http://192.168.0.1:9000/hook", own) == "allowed");
    CHECK(refused("gopher://192.168.0.1/", own) != "allowed");
}

TEST_CASE("what is public and what is not, at the edges of each block") {
    for (const char* address :
         {"0.0.0.0",     "0.255.255.255",   "10.0.0.0",     "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",   "127.255.255.255",
          "169.254.0.0", "169.254.255.255", "172.16.0.0",   "172.31.255.255", "192.0.0.8",  "192.0.2.1",       "192.168.0.0", "192.168.255.255",
          "198.18.0.0",  "198.19.255.255",  "198.51.100.7", "203.0.113.9",    "224.0.0.1",  "239.255.255.255", "240.0.0.1",   "255.255.255.255"})
        CHECK_MESSAGE(!open_to(address), std::string(address));
    for (const char* address :
         {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0",
          "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"})
        CHECK_MESSAGE(open_to(address), std::string(address));
    for (const char* address : {"::", "::1", "::ffff:1.1.1.1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "fc00::1", "fdff::1", "fe80::1",
                                "fec0::1", "ff02::1", "2001::1", "2001:10::1", "2001:db8::1", "2002:a00:1::", "3fff::1", "4000::1"})
        CHECK_MESSAGE(!open_to(address), std::string(address));
    for (const char* address : {"2606:4700::1111", "2a00:1450:4001::5e", "2001:4860:4860::8888", "2003::1", "3ffe::1"})
        CHECK_MESSAGE(open_to(address), std::string(address));
}
