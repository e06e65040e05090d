#include "protocol/chain.hpp"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <stdexcept>
#include <string>

#include "protocol/input.hpp"

namespace muster::protocol {

namespace {

Hash start_of(const ChainOrigin& origin) {
    const bool first = proof_of(origin.server_key) == Proof::first;
    std::string start = first ? "muster/1" : "muster/2";
    start += '\0';
    start += origin.battle;
    start += '\0';
    start += origin.ruleset;
    start += '@' + std::to_string(origin.version);
    start += '\0';
    start += origin.server_key;
    start += bytes_of(origin.commitment);
    if (first) append_canonical(start, FlatJson(origin.setup));
    else append_canonical(start, FlatJson(Json{{"options", origin.options}, {"setup", origin.setup}, {"title", origin.title}}));
    return sha256(start);
}

}  // namespace

Chain::Chain(const ChainOrigin& origin) : start_(start_of(origin)), head_(start_) {}

void Chain::add(std::string_view jcs) {
    std::string link(bytes_of(head_));
    link += jcs;
    head_ = sha256(link);
    ++inputs_;
}

void Shown::add(std::string_view event, std::string_view data) {
    events_ += events_.empty() ? "[{\"data\":" : ",{\"data\":";
    events_ += data;
    events_ += ",\"event\":";
    append_json_string(events_, event);
    events_ += '}';
}

void Shown::add(std::string_view event, JsonView data) {
    std::string text;
    append_canonical(text, data);
    add(event, text);
}

void Shown::end_input() {
    std::string link(bytes_of(head_));
    link += events_.empty() ? "[" : events_;
    link += ']';
    head_ = sha256(link);
    events_.clear();
}

void append_u32(std::string& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
}

struct ProofDice::Mac {
    EVP_MAC_CTX* context = nullptr;
    ~Mac() { EVP_MAC_CTX_free(context); }
};

ProofDice::ProofDice(std::string_view server_seed, const Chain& chain) : chain_(chain), mac_(std::make_unique<Mac>()) {
    static EVP_MAC* const hmac = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
    char digest[] = "SHA256";
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0), OSSL_PARAM_construct_end()};
    mac_->context = EVP_MAC_CTX_new(hmac);
    if (!mac_->context || EVP_MAC_init(mac_->context, reinterpret_cast<const unsigned char*>(server_seed.data()), server_seed.size(), params) != 1)
        throw std::runtime_error("HMAC-SHA256 is not available");
}

ProofDice::~ProofDice() = default;

Hash ProofDice::block(int number, int index) {
    std::string message(bytes_of(chain_.head()));
    append_u32(message, static_cast<std::uint32_t>(number));
    append_u32(message, static_cast<std::uint32_t>(index));
    Hash out{};
    std::size_t size = 0;
    const bool done = EVP_MAC_init(mac_->context, nullptr, 0, nullptr) == 1 &&
                      EVP_MAC_update(mac_->context, reinterpret_cast<const unsigned char*>(message.data()), message.size()) == 1 &&
                      EVP_MAC_final(mac_->context, out.data(), &size, out.size()) == 1;
    if (!done || size != out.size()) throw std::runtime_error("HMAC-SHA256 failed");
    return out;
}

std::optional<std::vector<int>> ProofDice::roll(int number, std::span<const int> sides) {
    std::vector<int> values;
    values.reserve(sides.size());
    for (int index = 0; values.size() < sides.size(); ++index) {
        for (const int byte : block(number, index)) {
            const int faces = sides[values.size()];
            if (byte >= 256 - 256 % faces) continue;  // above it some faces would come more often
            values.push_back(byte % faces + 1);
            if (values.size() == sides.size()) break;
        }
    }
    return values;
}

}  // namespace muster::protocol
