#include "protocol/ladder.hpp"

#include "protocol/chain.hpp"

namespace muster::protocol {

namespace {

std::string bound_to(std::string_view purpose, const Hash& start, std::string_view seat) {
    std::string out(purpose);
    out += bytes_of(start);
    out += seat;
    out += '\0';
    return out;
}

}  // namespace

Hash rung_below(const Hash& start, std::string_view seat, const Hash& rung) {
    auto message = bound_to("muster/share/2", start, seat);
    message += bytes_of(rung);
    return sha256(message);
}

Hash seal_of(const Hash& rung, const Hash& start, std::string_view seat, std::int64_t decision, std::string_view choice) {
    auto message = bound_to("muster/seal/2", start, seat);
    append_u32(message, static_cast<std::uint32_t>(decision));
    message += choice;
    return hmac_sha256(bytes_of(rung), message);
}

Ladder::Ladder(const Hash& start, std::string_view seat, const Hash& secret) : start_(start), seat_(seat), kept_(rungs / stride + 1) {
    auto rung = secret;
    for (int i = rungs; i > 0; --i) {
        if (i % stride == 0) kept_[static_cast<std::size_t>(i / stride)] = rung;
        rung = rung_below(start_, seat_, rung);
    }
    kept_.front() = rung;
}

Hash Ladder::rung(int i) const {
    const int from = (i + stride - 1) / stride;
    auto rung = kept_[static_cast<std::size_t>(from)];
    for (int at = from * stride; at > i; --at) rung = rung_below(start_, seat_, rung);
    return rung;
}

}  // namespace muster::protocol
