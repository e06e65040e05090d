#include "tests/protocol/third_party.hpp"

#include <openssl/sha.h>

#include <nlohmann/json.hpp>

namespace muster::test {

namespace {

std::string hex(const std::string& bytes) {
    std::string out;
    for (const char c : bytes) {
        out += "0123456789abcdef"[static_cast<unsigned char>(c) / 16];
        out += "0123456789abcdef"[static_cast<unsigned char>(c) % 16];
    }
    return out;
}

std::string unhex(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) out += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
    return out;
}

std::string u32be(unsigned value) {
    std::string out;
    for (const unsigned shift : {24U, 16U, 8U, 0U}) out += static_cast<char>(value >> shift & 255U);
    return out;
}

}  // namespace

std::string third_party_sha256(const std::string& bytes) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
    return {reinterpret_cast<const char*>(digest), sizeof digest};
}

std::string third_party_hmac(const std::string& key, const std::string& message) {
    std::string padded = key.size() > 64 ? third_party_sha256(key) : key;
    padded.resize(64, '\0');
    std::string inner = padded;
    std::string outer = padded;
    for (auto& c : inner) c = static_cast<char>(c ^ 0x36);
    for (auto& c : outer) c = static_cast<char>(c ^ 0x5c);
    return third_party_sha256(outer + third_party_sha256(inner + message));
}

std::vector<int> third_party_dice(const std::string& seed, const std::string& chain, unsigned roll, const std::vector<int>& sides) {
    std::vector<int> out;
    for (unsigned block = 0; out.size() < sides.size(); ++block)
        for (const char c : third_party_hmac(seed, chain + u32be(roll) + u32be(block))) {
            if (out.size() == sides.size()) break;
            const int of = sides[out.size()];
            const int byte = static_cast<unsigned char>(c);
            if (byte < 256 - 256 % of) out.push_back(byte % of + 1);
        }
    return out;
}

ThirdPartyVerdict third_party_verdict(const std::string& text) {
    ThirdPartyVerdict verdict;
    const auto record = nlohmann::json::parse(text);
    const auto seed = unhex(record.at("server_seed").get<std::string>());
    const auto commitment = third_party_sha256(seed);
    if (record.at("commitment").get<std::string>() != hex(commitment) || record.at("events").at(0).at("data").at("commitment") != record.at("commitment"))
        return {.wrong = "commitment"};
    const std::string zero(1, '\0');
    const std::string ruleset = record.at("ruleset").get<std::string>() + "@" + std::to_string(record.at("ruleset_version").get<int>());
    const std::string begun = zero + record.at("battle").get<std::string>() + zero + ruleset + zero;
    const bool first = record.at("format") == "muster.record/1";
    const nlohmann::json fixed =
        first ? record.at("setup") : nlohmann::json{{"options", record.at("options")}, {"setup", record.at("setup")}, {"title", record.at("title")}};
    std::string chain = first ? third_party_sha256("muster/1" + begun + commitment + fixed.dump())
                              : third_party_sha256("muster/2" + begun + unhex(record.at("server_key").get<std::string>()) + commitment + fixed.dump());
    auto input = record.at("inputs").begin();
    unsigned next_roll = 0;
    for (const auto& event : record.at("events")) {
        // An input is in the chain once the event with its number has happened.
        for (; input != record.at("inputs").end() && input->at("seq") <= event.at("seq"); ++input)
            chain = third_party_sha256(chain + (first ? *input : input->at("input")).dump());
        if (event.at("event") != "rolled") continue;
        std::vector<int> dice;
        std::vector<int> sides;
        for (const auto& group : event.at("data").at("groups"))
            for (const auto& die : group.at("dice")) {
                dice.push_back(die.get<int>());
                sides.push_back(group.value("sides", 6));
            }
        if (event.at("data").at("roll") != next_roll) return {.wrong = "number of roll " + std::to_string(next_roll)};
        if (dice != third_party_dice(seed, chain, next_roll, sides)) return {.wrong = "dice of roll " + std::to_string(next_roll)};
        ++next_roll;
        ++verdict.rolls;
        verdict.dice += static_cast<int>(dice.size());
    }
    if (input != record.at("inputs").end()) return {.wrong = "an input without event"};
    if (record.at("chain").get<std::string>() != hex(chain)) return {.wrong = "chain"};
    return verdict;
}

}  // namespace muster::test
