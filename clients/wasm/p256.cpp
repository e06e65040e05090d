#include "clients/wasm/p256.hpp"

#include <algorithm>

#include "clients/wasm/sha256.hpp"

namespace muster::wasm {

namespace {

constexpr Number zero{};
constexpr Number one{1};

constexpr bool is_below(const Number& a, const Number& b) {
    for (std::size_t i = a.size(); i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

/// a + b, with what is carried out of it.
constexpr std::uint32_t add(Number& a, const Number& b) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        carry += std::uint64_t{a[i]} + b[i];
        a[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    return static_cast<std::uint32_t>(carry);
}

constexpr void subtract(Number& a, const Number& b) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::uint64_t difference = std::uint64_t{a[i]} - b[i] - borrow;
        a[i] = static_cast<std::uint32_t>(difference);
        borrow = difference >> 63;
    }
}

/// Arithmetic modulo an odd number above 2^255. Products are in Montgomery's form: of a and b, a · b / 2^256.
class Modulus {
public:
    constexpr explicit Modulus(const Number& value) : value_(value) {
        for (int i = 0; i < 5; ++i) negated_inverse_ *= 2 + value_[0] * negated_inverse_;  // Newton: each step doubles how many bits are right
        subtract(unit_, value_);                                                           // 2^256 - value
        square_ = unit_;
        for (int i = 0; i < 256; ++i) square_ = sum(square_, square_);
    }

    constexpr const Number& value() const { return value_; }
    /// 1 in Montgomery's form.
    constexpr const Number& unit() const { return unit_; }
    constexpr Number entered(const Number& a) const { return product(a, square_); }
    constexpr Number left(const Number& a) const { return product(a, one); }

    constexpr Number sum(Number a, const Number& b) const {
        if (add(a, b) != 0 || !is_below(a, value_)) subtract(a, value_);
        return a;
    }
    constexpr Number difference(Number a, const Number& b) const {
        if (is_below(a, b)) add(a, value_);  // what is carried out comes back at once
        subtract(a, b);
        return a;
    }
    constexpr Number product(const Number& a, const Number& b) const {
        std::array<std::uint32_t, 10> t{};
        for (const auto limb : a) {
            std::uint64_t carry = 0;
            for (std::size_t i = 0; i < 8; ++i) {
                carry += t[i] + std::uint64_t{limb} * b[i];
                t[i] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
            carry += t[8];
            t[8] = static_cast<std::uint32_t>(carry);
            t[9] = static_cast<std::uint32_t>(carry >> 32);
            const std::uint32_t factor = t[0] * negated_inverse_;
            carry = (t[0] + std::uint64_t{factor} * value_[0]) >> 32;
            for (std::size_t i = 1; i < 8; ++i) {
                carry += t[i] + std::uint64_t{factor} * value_[i];
                t[i - 1] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
            carry += t[8];
            t[7] = static_cast<std::uint32_t>(carry);
            t[8] = t[9] + static_cast<std::uint32_t>(carry >> 32);
        }
        Number out{};
        std::copy_n(t.begin(), out.size(), out.begin());
        if (t[8] != 0 || !is_below(out, value_)) subtract(out, value_);
        return out;
    }
    constexpr Number square(const Number& a) const { return product(a, a); }
    /// By Fermat, since the modulus is prime: a to the (value - 2)th.
    constexpr Number inverse(const Number& a) const {
        Number exponent = value_;
        subtract(exponent, {2});
        Number out = unit_;
        for (int bit = 255; bit >= 0; --bit) {
            out = square(out);
            if (exponent[static_cast<std::size_t>(bit / 32)] >> (bit % 32) & 1) out = product(out, a);
        }
        return out;
    }

private:
    Number value_;
    std::uint32_t negated_inverse_ = 1;  ///< of the lowest limb, modulo 2^32
    Number unit_{};
    Number square_{};  ///< of 2^256
};

// SEC 2, 2.4.2.
constexpr Modulus field({0xffffffff, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff});
constexpr Modulus order({0xfc632551, 0xf3b9cac2, 0xa7179e84, 0xbce6faad, 0xffffffff, 0xffffffff, 0, 0xffffffff});
constexpr Number curve_b{0x27d2604b, 0x3bce3c3e, 0xcc53b0f6, 0x651d06b0, 0x769886bc, 0xb3ebbd55, 0xaa3a93e7, 0x5ac635d8};
constexpr Number base_x{0xd898c296, 0xf4a13945, 0x2deb33a0, 0x77037d81, 0x63a440f2, 0xf8bce6e5, 0xe12c4247, 0x6b17d1f2};
constexpr Number base_y{0x37bf51f5, 0xcbb64068, 0x6b315ece, 0x2bce3357, 0x7c0f9e16, 0x8ee7eb4a, 0xfe1a7f9b, 0x4fe342e2};

/// In Jacobi's coordinates: x / z², y / z³; z = 0: the point at infinity.
struct Point {
    Number x{};
    Number y{};
    Number z{};
};

Point twice(const Point& a) {
    if (a.z == zero || a.y == zero) return {};
    const auto delta = field.square(a.z);
    const auto gamma = field.square(a.y);
    const auto beta = field.product(a.x, gamma);
    const auto slope = field.product(field.difference(a.x, delta), field.sum(a.x, delta));
    const auto alpha = field.sum(slope, field.sum(slope, slope));
    const auto beta2 = field.sum(beta, beta);
    const auto beta4 = field.sum(beta2, beta2);
    Point out;
    out.x = field.difference(field.square(alpha), field.sum(beta4, beta4));
    const auto product = field.product(a.y, a.z);
    out.z = field.sum(product, product);
    auto gamma8 = field.square(gamma);
    for (int i = 0; i < 3; ++i) gamma8 = field.sum(gamma8, gamma8);
    out.y = field.difference(field.product(alpha, field.difference(beta4, out.x)), gamma8);
    return out;
}

Point sum(const Point& a, const Point& b) {
    if (a.z == zero) return b;
    if (b.z == zero) return a;
    const auto az = field.square(a.z);
    const auto bz = field.square(b.z);
    const auto ax = field.product(a.x, bz);
    const auto h = field.difference(field.product(b.x, az), ax);
    const auto ay = field.product(a.y, field.product(bz, b.z));
    const auto r = field.difference(field.product(b.y, field.product(az, a.z)), ay);
    if (h == zero) return r == zero ? twice(a) : Point{};
    const auto hh = field.square(h);
    const auto hhh = field.product(hh, h);
    const auto v = field.product(ax, hh);
    Point out;
    out.x = field.difference(field.difference(field.square(r), hhh), field.sum(v, v));
    out.y = field.difference(field.product(r, field.difference(v, out.x)), field.product(ay, hhh));
    out.z = field.product(field.product(a.z, b.z), h);
    return out;
}

/// Precondition: 32 bytes.
Number number_of(std::string_view bytes) {
    Number out{};
    for (std::size_t i = 0; i < 32; ++i) out[7 - i / 4] = out[7 - i / 4] << 8 | static_cast<unsigned char>(bytes[i]);
    return out;
}

bool bit_of(const Number& number, int bit) { return (number[static_cast<std::size_t>(bit / 32)] >> (bit % 32) & 1) != 0; }

}  // namespace

std::optional<P256Point> P256Point::read(std::string_view bytes) {
    if (bytes.size() != 65 || bytes.front() != '\x04') return {};
    const auto plain_x = number_of(bytes.substr(1, 32));
    const auto plain_y = number_of(bytes.substr(33));
    if (!is_below(plain_x, field.value()) || !is_below(plain_y, field.value())) return {};
    const auto x = field.entered(plain_x);
    const auto y = field.entered(plain_y);
    const auto three_x = field.sum(x, field.sum(x, x));
    const auto right = field.sum(field.difference(field.product(field.square(x), x), three_x), field.entered(curve_b));
    if (field.square(y) != right) return {};
    return P256Point(x, y);
}

bool P256Point::has_signed(std::string_view message, std::string_view signature) const {
    if (signature.size() != 64) return false;
    const auto r = number_of(signature.substr(0, 32));
    const auto s = number_of(signature.substr(32));
    if (r == zero || s == zero || !is_below(r, order.value()) || !is_below(s, order.value())) return false;
    const auto digest = sha256(message);
    auto hash = number_of({reinterpret_cast<const char*>(digest.data()), digest.size()});
    if (!is_below(hash, order.value())) subtract(hash, order.value());
    const auto w = order.inverse(order.entered(s));
    const auto of_base = order.product(hash, w);  // one factor in Montgomery's form: the product is in plain form
    const auto of_key = order.product(r, w);

    const Point base{field.entered(base_x), field.entered(base_y), field.unit()};
    const Point key{x_, y_, field.unit()};
    const Point both = sum(base, key);
    Point at;
    for (int bit = 255; bit >= 0; --bit) {
        at = twice(at);
        const bool first = bit_of(of_base, bit);
        const bool second = bit_of(of_key, bit);
        if (first || second) at = sum(at, first && second ? both : first ? base : key);
    }
    if (at.z == zero) return false;
    // x / z² modulo the order is r: without a division, r or what is as much modulo the order, times z².
    const auto zz = field.square(at.z);
    if (field.product(field.entered(r), zz) == at.x) return true;
    Number more = r;
    if (add(more, order.value()) != 0 || !is_below(more, field.value())) return false;
    return field.product(field.entered(more), zz) == at.x;
}

}  // namespace muster::wasm
