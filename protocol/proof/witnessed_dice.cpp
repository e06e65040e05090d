#include "protocol/proof/witnessed_dice.hpp"

#include "protocol/ladder.hpp"
#include "protocol/p256_key.hpp"
#include "protocol/proof/course.hpp"
#include "protocol/witness.hpp"

namespace muster::protocol::proof {

void WitnessedDice::decides() {
    is_given_ = false;
    is_asked_ = true;
}

bool WitnessedDice::joins(bool is_asked) {
    if (joined_ && (!is_asked || steps_ - after_ < Ladder::rungs)) return false;
    joined_ = true;
    after_ = steps_;
    return true;
}

bool WitnessedDice::gives() {
    if (!joined_ || steps_ - after_ >= Ladder::rungs) return false;
    ++steps_;
    is_given_ = true;
    return true;
}

std::optional<Problem> WitnessLadder::input(const Entry& entry, const Chain& chain) {
    const auto kind = text_of(entry.said, "kind");
    const bool joins = kind == "witness";
    if (!joins && kind != "witness_share") return {};
    const char* field = joins ? "ladder" : "share";
    const auto* value = find_field(entry.said, field);
    if (auto found = digest_problem(value, entry.hashed_path + "/" + field)) return found;
    const auto rung = *hash_from_hex(value->get<std::string>());
    if (!joins && rung_below(start_, witness_holder, rung) != rung_)
        return Problem{entry.hashed_path + "/share", "this is not the next rung of the witness's ladder"};
    const auto text = joins ? ladder_to_witness(start_, steps_, rung) : share_to_witness(start_, steps_ + 1, chain.inputs(), chain.head(), rung);
    if (!is_its(text, text_of(entry.said, "signature")))
        return Problem{entry.path + "/signature", "this is not the signature of the witness whose key stands in the options"};
    rung_ = rung;
    if (!joins) ++steps_;
    return {};
}

bool WitnessLadder::is_its(const std::string& text, const std::string& signature) const {
    const auto bytes = from_lower_hex(signature, 64);
    return bytes && is_signed(text, *bytes, key_);
}

}  // namespace muster::protocol::proof
