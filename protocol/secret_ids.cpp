// Names and bytes nobody can guess, and what follows from them.
#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <stdexcept>

#include "protocol/ids.hpp"

namespace muster::protocol {

std::string random_bytes(std::size_t count) {
    std::string bytes(count, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) != 1)
        throw std::runtime_error("the system's random generator failed");
    return bytes;
}

namespace {

constexpr std::string_view letters_and_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

// No '-' and no '_': a name that begins with one is an option to a command line, and a chat cuts a link that ends with one.
template <typename Bytes>
std::string name_from(std::size_t count, const Bytes& more) {
    constexpr unsigned char fair = 256 / letters_and_digits.size() * letters_and_digits.size();  // bytes from here on would favour some
    std::string name;
    while (name.size() < count)
        for (const char c : more())
            if (const auto byte = static_cast<unsigned char>(c); byte < fair && name.size() < count)
                name += letters_and_digits[byte % letters_and_digits.size()];
    return name;
}

constexpr std::size_t battle_id_letters = 22, token_letters = 32;

}  // namespace

std::string new_battle_id() {
    return name_from(battle_id_letters, [] { return random_bytes(battle_id_letters); });
}

std::string new_token() {
    return name_from(token_letters, [] { return random_bytes(token_letters); });
}

std::string token_from(std::string_view secret) {
    int part = 0;
    return name_from(token_letters, [&] { return derived(secret, "token " + std::to_string(++part), sizeof(Hash)); });
}

bool is_token(std::string_view text) { return text.size() >= token_letters && text.find_first_not_of(letters_and_digits) == std::string_view::npos; }

std::string derived(std::string_view secret, std::string_view purpose, std::size_t count) {
    if (secret.empty()) throw std::logic_error("a secret must not follow from nothing");
    const auto hash = sha256(std::string(purpose).append(1, '\0').append(secret));
    return std::string(bytes_of(hash).substr(0, count));
}

bool equal_secrets(std::string_view a, std::string_view b) { return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0; }

}  // namespace muster::protocol
