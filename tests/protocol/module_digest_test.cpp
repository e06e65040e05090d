// What the module has in OpenSSL's place says what OpenSSL says.
#include <doctest/doctest.h>

#include "clients/wasm/p256.hpp"
#include "clients/wasm/sha256.hpp"
#include "protocol/digest.hpp"
#include "protocol/p256_key.hpp"

using namespace muster;
using protocol::P256Key;

namespace {

std::string numbered_key(int number) {
    std::string out(32, '\x11');
    out[30] = static_cast<char>(number / 256);
    out[31] = static_cast<char>(number % 256);
    return out;
}

/// The order of P-256, with `less` taken off its last byte.
std::string order(int less = 0) {
    auto out = protocol::from_hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551").value();
    out.back() = static_cast<char>(out.back() - less);
    return out;
}

}  // namespace

TEST_CASE("SHA-256 and HMAC of every length around a block are OpenSSL's, taken whole or in parts") {
    std::string text;
    for (int size = 0; size <= 300; ++size) {
        CAPTURE(size);
        CHECK(wasm::sha256(text) == protocol::sha256(text));
        CHECK(wasm::HmacSha256(text).of("message") == protocol::hmac_sha256(text, "message"));
        const wasm::HmacSha256 kept("key");
        CHECK(kept.of(text) == protocol::hmac_sha256("key", text));
        CHECK(kept.of("again") == protocol::KeyedHmac("key").of("again"));
        wasm::Sha256 parts;
        parts.add(std::string_view(text).substr(0, text.size() / 3));
        parts.add(std::string_view(text).substr(text.size() / 3));
        CHECK(parts.finish() == protocol::sha256(text));
        text += static_cast<char>(size * 7);
    }
}

TEST_CASE("signatures hold and fail as OpenSSL has it: by any key, changed in any byte") {
    for (int number = 1; number <= 64; ++number) {
        CAPTURE(number);
        const auto key = P256Key::from_private(numbered_key(number)).value();
        const auto theirs = protocol::P256PublicKey::from_point(key.public_bytes()).value();
        const auto ours = wasm::P256Point::read(key.public_bytes()).value();
        const auto message = "message " + std::to_string(number);
        const auto signature = key.sign(message);
        CHECK(ours.has_signed(message, signature));
        CHECK(!ours.has_signed(message + ".", signature));
        auto changed = signature;
        changed[static_cast<std::size_t>(number - 1)] ^= 1;
        CHECK(ours.has_signed(message, changed) == theirs.has_signed(message, changed));
        CHECK(!ours.has_signed(message, changed));
    }
}

TEST_CASE("small multiples of the base point sign as others do: sums of a point with itself, and with its negative") {
    for (const std::string& secret : {std::string(31, '\0') + '\x01', std::string(31, '\0') + '\x02', order(1), order(2)}) {
        const auto key = P256Key::from_private(secret).value();
        const auto ours = wasm::P256Point::read(key.public_bytes()).value();
        for (int i = 0; i < 20; ++i) {
            const auto message = std::to_string(i);
            CHECK(ours.has_signed(message, key.sign(message)));
        }
    }
}

TEST_CASE("numbers that are out of range are no signature, and what is no point of the curve is no key") {
    const auto key = P256Key::from_private(numbered_key(1)).value();
    const auto ours = wasm::P256Point::read(key.public_bytes()).value();
    const auto theirs = protocol::P256PublicKey::from_point(key.public_bytes()).value();
    const std::string zero(32, '\0'), most(32, '\xff'), one = std::string(31, '\0') + '\x01';
    for (const auto& r : {zero, one, order(1), order(), most})
        for (const auto& s : {zero, one, order(1), order(), most}) {
            CHECK(!ours.has_signed("message", r + s));
            CHECK(!theirs.has_signed("message", r + s));
        }
    CHECK(!ours.has_signed("message", ""));
    CHECK(!ours.has_signed("message", key.sign("message") + '\0'));
    for (std::size_t byte = 0; byte < 65; ++byte) {
        auto point = key.public_bytes();
        point[byte] ^= 2;
        CHECK(wasm::P256Point::read(point).has_value() == protocol::P256PublicKey::from_point(point).has_value());
        CHECK(!wasm::P256Point::read(point));
    }
    const auto above = protocol::from_hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff").value();  // the field's own number
    for (const auto& x : {zero, above, most})
        for (const auto& y : {zero, above, most}) CHECK(!wasm::P256Point::read('\x04' + x + y));
    CHECK(!wasm::P256Point::read(""));
    CHECK(!wasm::P256Point::read(key.public_bytes().substr(1)));
}
