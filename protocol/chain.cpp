#include "protocol/chain.hpp"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <stdexcept>
#include <string>

namespace muster::protocol {

Chain::Chain(std::string_view battle, std::string_view ruleset, int version, const Hash& commitment, const Json& setup) {
    std::string start = "muster/1";
    start += '\0';
    start += battle;
    start += '\0';
    start += ruleset;
    start += '@' + std::to_string(version);
    start += '\0';
    start += bytes_of(commitment);
    start += setup.dump();
    head_ = sha256(start);
}

void Chain::add(std::string_view jcs) {
    std::string link(bytes_of(head_));
    link += jcs;
    head_ = sha256(link);
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
    for (const auto value : {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(index)})
        for (int shift = 24; shift >= 0; shift -= 8) message += static_cast<char>(value >> shift & 0xff);
    Hash out{};
    std::size_t size = 0;
    const bool done = EVP_MAC_init(mac_->context, nullptr, 0, nullptr) == 1 &&
                      EVP_MAC_update(mac_->context, reinterpret_cast<const unsigned char*>(message.data()), message.size()) == 1 &&
                      EVP_MAC_final(mac_->context, out.data(), &size, out.size()) == 1;
    if (!done || size != out.size()) throw std::runtime_error("HMAC-SHA256 failed");
    return out;
}

std::optional<std::vector<int>> ProofDice::roll(int number, int count) {
    std::vector<int> values;
    values.reserve(static_cast<std::size_t>(count));
    for (int index = 0; static_cast<int>(values.size()) < count; ++index) {
        for (const auto byte : block(number, index)) {
            if (byte >= 252) continue;  // 252 = 6 × 42: above it some faces would come more often
            values.push_back(byte % 6 + 1);
            if (static_cast<int>(values.size()) == count) break;
        }
    }
    return values;
}

}  // namespace muster::protocol
