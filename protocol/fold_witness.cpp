// Dice to which a witness adds what whoever runs the server cannot know: before the first roll after a decision it is asked for its share, and where
// dice are shared besides, over a head that has the seats' (protocol/README.md, "Witnessed dice").
#include "protocol/fold.hpp"
#include "protocol/fold_events.hpp"
#include "protocol/ladder.hpp"
#include "protocol/p256_key.hpp"
#include "protocol/wrong.hpp"

namespace muster::protocol {

namespace {

bool is_signed_by(const std::string& key, const std::string& text, const std::string& signature) {
    const auto bytes = from_lower_hex(signature, 64);
    return bytes && is_signed(text, *bytes, key);
}

}  // namespace

bool Fold::awaits_ladder_of_witness() const {
    if (!has_witness() || phase_ == Phase::over) return false;
    return !witness_.rung || (witness_.asked && witness_.step - witness_.after > Ladder::rungs);
}

std::optional<Refusal> Fold::check_witness(const std::string& foot, const std::string& signature) const {
    if (!awaits_ladder_of_witness()) return wrong("no ladder of a witness is awaited at this moment");
    const auto hash = hash_from_hex(foot);
    if (!hash) return wrong("expected the foot of a ladder, 64 lower-case hex digits", "/ladder");
    if (is_signed_by(*origin_.fold.witness_key, ladder_to_witness(chain_.start(), witness_steps(), *hash), signature)) return {};
    return wrong("this is not the signature of the witness whose key stands in the options", "/signature");
}

void Fold::join_witness(const std::string& foot, const std::string& signature, Applied& out) {
    NewInput input{.kind = "witness", .ladder = foot, .signature = signature};
    feed(input, out);
    happen(rules::make_event("witness_joined", WitnessJoinedData{foot}), out);
    witness_.after = witness_steps();
    witness_.rung = hash_from_hex(foot);
    end_at_limit(out);
}

std::optional<Refusal> Fold::check_witness_share(const std::string& share, const std::string& signature) const {
    if (!asks_witness() || awaits_ladder_of_witness()) return wrong("the witness is not asked for a share at this moment");
    const auto rung = hash_from_hex(share);
    if (!rung || rung_below(chain_.start(), witness_holder, *rung) != *witness_.rung)
        return wrong("this is not the next rung of the witness's ladder", "/share");
    if (is_signed_by(*origin_.fold.witness_key, share_to_witness(chain_.start(), witness_.step, chain_.inputs(), chain_.head(), *rung), signature)) return {};
    return wrong("this is not the signature of the witness whose key stands in the options", "/signature");
}

// All dice until the next decision follow from the chain as it stands then.
void Fold::give_witness_share(const std::string& share, const std::string& signature, Applied& out) {
    NewInput input{.kind = "witness_share", .share = share, .signature = signature};
    feed(input, out);
    happen(rules::make_event("witness_share_given", WitnessShareData{share, witness_.step}), out);
    witness_.rung = hash_from_hex(share);
    witness_.asked = false;
    witness_.given = true;
    std::vector<rules::Event> events;
    run(events, out);
}

bool Fold::needs_witness() const { return has_witness() && !witness_.given && std::holds_alternative<rules::Roll>(battle_->need()); }

void Fold::ask_witness() {
    ++witness_.step;
    witness_.asked = true;
}

}  // namespace muster::protocol
