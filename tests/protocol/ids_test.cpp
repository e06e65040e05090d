#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "protocol/ids.hpp"

using namespace muster::protocol;
using namespace std::string_literals;

TEST_CASE("sha256 gives the known answers of FIPS 180") {
    const auto hash = [](std::string_view text) { return to_hex(bytes_of(sha256(text))); };
    CHECK(hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("hex is written in lower case and read in both") {
    CHECK(to_hex("\x00\x7f\xff\xa0"s) == "007fffa0");
    CHECK(from_hex("007fffa0") == "\x00\x7f\xff\xa0"s);
    CHECK(from_hex("007FFFA0") == "\x00\x7f\xff\xa0"s);
    CHECK(from_hex("") == "");
}

TEST_CASE("what is not hex is refused") {
    for (const auto* text : {"0", "abc", "0g", "g0", " 0", "0 ", "0x", "-1", "é"}) {
        CAPTURE(text);
        CHECK(!from_hex(text));
    }
}

TEST_CASE("base64url gives the known answers of RFC 4648 without padding") {
    CHECK(to_base64url("") == "");
    CHECK(to_base64url("f") == "Zg");
    CHECK(to_base64url("fo") == "Zm8");
    CHECK(to_base64url("foo") == "Zm9v");
    CHECK(to_base64url("foob") == "Zm9vYg");
    CHECK(to_base64url("\xfb\xff\xfe") == "-__-");
}

TEST_CASE("equal secrets are the same bytes and nothing less") {
    CHECK(equal_secrets("", ""));
    CHECK(equal_secrets("token", "token"));
    CHECK(equal_secrets("a\0b"s, "a\0b"s));
    CHECK(!equal_secrets("a\0b"s, "a\0c"s));
    CHECK(!equal_secrets("token", "tokem"));
    CHECK(!equal_secrets("token", "Token"));
    CHECK(!equal_secrets("token", "token "));
    CHECK(!equal_secrets("token", "toke"));
    CHECK(!equal_secrets("", "token"));
}

TEST_CASE("new ids are long, of letters and digits only, and never the same") {
    const auto is_plain = [](const std::string& name) { return std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0; }); };
    std::set<std::string> seen;
    std::set<char> used;
    for (int i = 0; i < 1000; ++i) {
        const auto battle = new_battle_id();
        const auto token = new_token();
        CHECK(battle.size() == 22);
        CHECK(token.size() == 32);
        CHECK(looks_like_battle_id(battle));
        CHECK_MESSAGE(is_plain(battle + token), battle << " " << token);  // a leading '-' would be an option of a command line
        used.insert(battle.begin(), battle.end());
        used.insert(token.begin(), token.end());
        seen.insert(battle);
        seen.insert(token);
    }
    CHECK(seen.size() == 2000);
    CHECK(used.size() == 62);
}

TEST_CASE("what follows from a secret is always the same, and another for each purpose and each secret") {
    const std::string secret = random_bytes(32);
    const auto token = token_from(secret);
    CHECK(token.size() == 32);
    CHECK(std::ranges::all_of(token, [](unsigned char c) { return std::isalnum(c) != 0; }));
    CHECK(token_from(secret) == token);
    CHECK(token_from(random_bytes(32)) != token);
    CHECK(derived(secret, "a", 24).size() == 24);
    CHECK(derived(secret, "a", 24) == derived(secret, "a", 32).substr(0, 24));
    CHECK(derived(secret, "a", 32) != derived(secret, "b", 32));
    CHECK(derived("cd", "ab", 32) != derived("d", "abc", 32));
    CHECK_THROWS_AS(token_from(""), std::logic_error);
}

TEST_CASE("an id that cannot be one is known without asking anybody") {
    CHECK(looks_like_battle_id("0123456789abcdef"));
    CHECK(!looks_like_battle_id("0123456789abcde"));
    CHECK(!looks_like_battle_id(std::string(41, 'a')));
    CHECK(!looks_like_battle_id("0123456789abcdef/"));
    CHECK(!looks_like_battle_id("0123456789abcdef\0"s));
    CHECK(!looks_like_battle_id("0123456789abcdé"));
    CHECK(!looks_like_battle_id(""));
}
