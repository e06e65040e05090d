// Web Push: the example of RFC 8291, and VAPID checked by the other half of the key.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "protocol/ids.hpp"
#include "server/nudge/push_message.hpp"
#include "server/nudge/signature.hpp"

using namespace muster;
using namespace muster::server;

namespace {

std::string bytes(std::string_view text) {
    auto out = protocol::from_base64url(text);
    REQUIRE(out);
    return *out;
}

}  // namespace

TEST_CASE("the example of RFC 8291 comes out byte for byte") {
    const auto sender = protocol::P256Key::from_private(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
    REQUIRE(sender);
    CHECK(protocol::to_base64url(sender->public_bytes()) == "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
    const PushReceiver receiver{bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
                                bytes("BTBZMqHH6r4Tts7J_aSIgg")};
    const auto body = encrypt_push("When I grow up, I want to be a watermelon", receiver, *sender, bytes("DGv6ra1nlYgDCS1FRnbzlw"));
    REQUIRE(body);
    CHECK(protocol::to_base64url(*body) ==
          "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVB"
          "St2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
}

TEST_CASE("both ends agree on a secret, and a point that is not on the curve is no key") {
    const auto server = protocol::P256Key::generate();
    const auto browser = protocol::P256Key::generate();
    CHECK(server.agree(browser.public_bytes()) == browser.agree(server.public_bytes()));
    CHECK(!server.agree("\x04" + std::string(64, '\x01')));
    CHECK(!server.agree("short"));
    CHECK(!protocol::P256Key::from_private(std::string(32, '\0')));
    CHECK(!protocol::P256Key::from_private(std::string(32, '\xff')));
    CHECK(!protocol::P256Key::from_private("short"));
}

TEST_CASE("what is too long for one record, or has no fitting keys, is not encrypted") {
    const auto browser = protocol::P256Key::generate();
    const auto sender = protocol::P256Key::generate();
    const PushReceiver receiver{browser.public_bytes(), std::string(16, 'a')};
    const auto longest = encrypt_push(std::string(push_payload_bytes_max, 'x'), receiver, sender, std::string(16, 's'));
    REQUIRE(longest);
    CHECK(longest->size() == 4096);
    CHECK(!encrypt_push(std::string(push_payload_bytes_max + 1, 'x'), receiver, sender, std::string(16, 's')));
    CHECK(!encrypt_push("x", {browser.public_bytes(), "short"}, sender, std::string(16, 's')));
    CHECK(!encrypt_push("x", {"short", std::string(16, 'a')}, sender, std::string(16, 's')));
}

TEST_CASE("VAPID names the push service, an end and a contact") {
    const auto key = protocol::P256Key::generate();
    const auto value = vapid_authorization(key, "https://push.example.net", "https://muster.example.org", 1'453'523'768);
    REQUIRE(value.starts_with("vapid t="));
    const auto comma = value.find(", k=");
    REQUIRE(comma != std::string::npos);
    CHECK(value.substr(comma + 4) == protocol::to_base64url(key.public_bytes()));
    const auto token = value.substr(8, comma - 8);
    const auto first = token.find('.');
    const auto second = token.rfind('.');
    CHECK(bytes(token.substr(0, first)) == R"({"typ":"JWT","alg":"ES256"})");
    const auto claims = nlohmann::json::parse(bytes(token.substr(first + 1, second - first - 1)));
    CHECK(claims == nlohmann::json{{"aud", "https://push.example.net"}, {"exp", 1'453'523'768}, {"sub", "https://muster.example.org"}});
    CHECK(bytes(token.substr(second + 1)).size() == 64);
}

TEST_CASE("base64url comes back as it was, and nothing else is taken for it") {
    for (const std::string text : {"", "f", "fo", "foo", "foob", "\xff\xfe\xfd"}) CHECK(protocol::from_base64url(protocol::to_base64url(text)) == text);
    for (const char* text : {"A", "AB=", "AB+", "A B", "ABCDE"}) CHECK(!protocol::from_base64url(text));
}

// RFC 4231, test case 2.
TEST_CASE("HMAC-SHA256 is the one of the RFC") {
    CHECK(protocol::to_hex(protocol::bytes_of(protocol::hmac_sha256("Jefe", "what do ya want for nothing?"))) ==
          "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}
