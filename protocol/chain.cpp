#include "protocol/chain.hpp"

#include <string>

#include "protocol/digest.hpp"
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

struct ProofDice::Mac : KeyedHmac {
    using KeyedHmac::KeyedHmac;
};

ProofDice::ProofDice(std::string_view server_seed, const Chain& chain) : chain_(chain), mac_(std::make_unique<Mac>(server_seed)) {}

ProofDice::~ProofDice() = default;

Hash ProofDice::block(int number, int index) {
    std::string message(bytes_of(chain_.head()));
    append_u32(message, static_cast<std::uint32_t>(number));
    append_u32(message, static_cast<std::uint32_t>(index));
    return mac_->of(message);
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
