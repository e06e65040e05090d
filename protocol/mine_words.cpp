#include "protocol/mine_words.hpp"

namespace muster::protocol::breaches {

namespace {

std::string at(const Step& step) { return "step " + std::to_string(step.seq) + " (input " + std::to_string(step.input) + "): "; }
std::string path_of(const Step& step) { return "/inputs/" + std::to_string(step.input - 1); }
std::string before_shares(int step) { return "before the shares of step " + std::to_string(step) + ": "; }

}  // namespace

Breach other_start(const std::string& path, const std::string& kept, const std::string& now) {
    return {"other_start", path, "before step 1: for this device the battle began with " + kept + ", but now it is " + now};
}

Breach not_signed(std::uint32_t input) {
    return {"head_not_signed", "", "after input " + std::to_string(input) + ": the server's signature does not fit this battle as this device knows it"};
}

Breach two_heads(std::uint32_t input) {
    return {"two_heads", "", "after input " + std::to_string(input) + ": the server signed two different histories of this battle"};
}

Breach went_back(std::uint32_t kept, std::size_t now) {
    return {"went_back", "",
            "after input " + std::to_string(now) + ": the battle has gone back; the server had signed " + std::to_string(kept) + " inputs for this device"};
}

Breach other_history(const Step& step) {
    return {"other_history", path_of(step), at(step) + "the server signed another history for this device than the record's"};
}

Breach other_nonce(const Step& step, const std::string& kept, const std::string& recorded) {
    return {"other_nonce", path_of(step) + "/input/nonce", at(step) + "this device brought the nonce " + kept + ", but the record says " + recorded};
}

Breach other_ladder(const Step& step, const std::string& recorded) {
    return {"other_ladder", path_of(step) + "/input/ladder", at(step) + "this device put in another ladder than the record says (\"" + recorded + "\")"};
}

Breach other_key(const Step& step, const std::string& recorded) {
    return {"other_key", path_of(step) + "/input/key", at(step) + "this device brought another key to sign with than the record says (\"" + recorded + "\")"};
}

Breach other_choice(const Step& step, const std::string& sent, const std::string& recorded) {
    return {"other_choice", path_of(step) + "/input/choice", at(step) + "this device sent " + sent + ", but the record says " + recorded};
}

Breach not_sent(const Step& step, const std::string& kind) {
    return {"not_sent", path_of(step), at(step) + "this device did not send this (\"" + kind + "\"); unless you did on another device, the server made it up"};
}

Breach not_recorded(const std::string& kind, std::int64_t decision) {
    return {"not_recorded", "/inputs",
            "decision " + std::to_string(decision) + ": the server accepted what this device sent (\"" + kind + "\"), but the record does not have it"};
}

Breach other_story(std::int64_t after, std::int64_t seq) {
    return {"other_story", "",
            "after step " + std::to_string(after) + ", up to step " + std::to_string(seq) + ": this device was told another story while the battle was played"};
}

Breach step_skipped(int step, int before) {
    return {"step_skipped", "", "the server asked for the shares of step " + std::to_string(step) + ", but the last before it was " + std::to_string(before)};
}

Breach other_inputs(int step) { return {"other_inputs", "", before_shares(step) + "what the server says was decided does not lead to what it signed"}; }

Breach other_events(int step) { return {"other_events", "", before_shares(step) + "what this device was shown is not what the server signed"}; }

Breach not_of_witness(int step) {
    return {"not_of_witness", "", before_shares(step) + "dice were rolled without the witness, or by a share that it has not signed"};
}

Breach altered_input(int step, const std::string& kind) {
    return {"altered_input", "", before_shares(step) + "the server says that this device sent what it did not (\"" + kind + "\")"};
}

Breach used_ladder() { return {"used_ladder", "", "this ladder was put in before: its shares are known"}; }

Breach foreign_ladder() { return {"foreign_ladder", "", "somebody else put in a ladder for this seat"}; }

}  // namespace muster::protocol::breaches
