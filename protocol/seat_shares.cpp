#include "protocol/seat_shares.hpp"

#include <algorithm>

#include "protocol/chain.hpp"
#include "protocol/mine_sent.hpp"
#include "protocol/mine_words.hpp"
#include "protocol/proof/course.hpp"
#include "protocol/seat_keys.hpp"
#include "protocol/seat_signature.hpp"
#include "protocol/witness.hpp"

namespace muster::protocol {

namespace {

const Json no_options = Json::object();

bool is_note(std::int64_t seq, const std::string& event, const Json& data) {
    static const auto course = proof::second_course({}, no_options);
    return course->is_note({seq, {}, event, data});
}

std::string jcs_of(JsonView json) {
    std::string out;
    append_canonical(out, json);
    return out;
}

int step_of(const Json& data) {
    const auto* step = proof::find_field(data, "step");
    return step && step->is_number_integer() ? step->get<int>() : 0;
}

// Another program of the seat was faster. Whether the server has gone back is told by the heads that it signs when it is followed.
Breach outdated() { return {"outdated", "", "this share was given already"}; }

Breach no_ladder() { return {"no_ladder", "", "this device has no ladder for the shares of this seat; `muster ladder` puts in a new one"}; }

Breach not_followed(int step) {
    return {"not_followed", "",
            "before the shares of step " + std::to_string(step) +
                ": what was decided since the last share of this device was told to another one; `muster ladder` puts in a new ladder"};
}

Breach sealed_otherwise() { return {"sealed_otherwise", "", "another choice is sealed for this decision already, and nothing that was sealed is taken back"}; }

Breach sealed_elsewhere(int step) {
    return {"sealed_elsewhere", "",
            "before the shares of step " + std::to_string(step) + ": the choice that opens with them was sealed on another device, which alone can open it"};
}

bool says_the_same_head(const SignedHead& a, const SignedHead& b) { return a.inputs == b.inputs && a.chain == b.chain && a.shown == b.shown; }

}  // namespace

SeatShares::SeatShares(const KeptSeat& kept)
    : start_(start_hash(kept)),
      server_key_(from_hex(kept.start->server_key).value_or("")),
      seat_(kept.seat),
      has_witness_(has_witness(kept.start->options)),
      witness_key_(has_witness_ ? witness_key(kept.start->options) : std::nullopt) {}

std::optional<Breach> SeatShares::happens(std::int64_t seq, const std::string& event, const Json& data, const KeptSeat& kept) {
    const bool own = proof::text_of(data, "seat") == seat_;
    const auto ladder = proof::text_of(data, "ladder");
    if (event == "seat_handed_over" && own) others_ = has_sent(kept, "hand_over");
    if (event == "share_given") {
        const int step = step_of(data);
        if (step != given_) since_given_ = seq;  // what is asked for next begins with these
        if (step != given_) std::erase_if(events_, [&](const Shown& each) { return each.seq < seq; });
        given_ = step;
    }
    if (event == "witness_share_given") {
        skips_witness_ = skips_witness_ || step_of(data) != witness_step_ + 1;
        witness_step_ = step_of(data);
    }
    if (seq > 1 && !is_note(seq, event, data)) events_.push_back({seq, event, jcs_of(FlatJson(data))});
    if (!own || (event != "ladder_renewed" && event != "seat_taken") || ladder.empty()) return {};
    if (std::ranges::find(feet_, ladder) != feet_.end()) {
        ladder_.reset();
        return breaches::used_ladder();
    }
    feet_.push_back(ladder);
    if (auto key = proof::text_of(data, "key"); !key.empty()) key_ = std::move(key);
    ladder_ = ladder_with_foot(kept, start_, ladder);
    after_ = given_;
    const bool brought = held_ || (event == "seat_taken" && !kept.nonce.empty() && proof::text_of(data, "nonce") == kept.nonce && !kept.ladders.empty());
    held_ = ladder_.has_value();
    return brought && !held_ && !others_ ? std::optional(breaches::foreign_ladder()) : std::nullopt;
}

std::string SeatShares::foot_of(const Hash& secret) const { return to_hex(bytes_of(Ladder(start_, seat_, secret).foot())); }

std::string SeatShares::waiting_foot(const KeptSeat& kept) const {
    const auto last = kept.ladders.empty() ? std::nullopt : hash_from_hex(kept.ladders.back());
    if (!last || (ladder_ && *last == ladder_->rung(Ladder::rungs))) return {};  // without working out the one in force again
    auto foot = foot_of(*last);
    return std::ranges::find(feet_, foot) == feet_.end() ? foot : std::string();
}

bool SeatShares::has_fresh_ladder(const KeptSeat& kept) const { return ladder_ && !waiting_foot(kept).empty(); }

std::string SeatShares::fresh_ladder(KeptSeat& kept) const {
    auto foot = waiting_foot(kept);
    if (foot.empty()) foot = foot_of(draw_ladder(kept));
    put_in_ladder(kept);
    return foot;
}

std::optional<std::string> SeatShares::sign(const KeptSeat& kept, const Json& input) const {
    const auto key = seat_key(kept, key_);
    return key ? std::optional(to_hex(key->sign(seat_statement(start_, seat_, jcs_of(FlatJson(input)))))) : std::nullopt;
}

bool SeatShares::signs(const KeptSeat& kept) const { return seat_key(kept, key_).has_value(); }

std::expected<SealChoice, Breach> SeatShares::seal(KeptSeat& kept, const std::string& kind, std::int64_t decision, const Json& choice) const {
    if (rungs_left() <= 0) return std::unexpected(no_ladder());
    if (!is_as_begun(kept)) return std::unexpected(breaches::used_ladder());
    const auto before = std::ranges::find_if(kept.sent, [&](const SentInput& each) { return each.decision == decision && each.sealed; });
    if (before != kept.sent.end() && before->choice != choice) return std::unexpected(sealed_otherwise());
    // Who has the rung that opens it could read it. Another program of the seat may have given it since this decision was closed; or the server asked for it
    // before there was a seal, which the record will show.
    if (before == kept.sent.end() && kept.asked && kept.asked->step > given_) return std::unexpected(outdated());
    if (before == kept.sent.end()) kept.sent.push_back({.kind = kind, .decision = decision, .choice = choice, .sealed = true});
    const auto seal = seal_of(rung(given_ + 1), start_, seat_, decision, jcs_of(FlatJson(choice)));
    return SealChoice{to_hex(bytes_of(seal))};
}

std::expected<ShareChoice, Breach> SeatShares::answer(KeptSeat& kept, const ShareOptions& asked, const std::optional<SignedHead>& head) {
    if (!head || !is_head_signed(*head, start_, server_key_, asked.step)) return std::unexpected(breaches::not_signed(head ? head->inputs : 0));
    if (!is_as_begun(kept)) return std::unexpected(breaches::used_ladder());
    if (auto breach = check(kept, asked, *head)) return std::unexpected(std::move(*breach));
    ShareChoice out{.share = to_hex(bytes_of(rung(asked.step)))};
    if (asked.opens != 0) {
        const auto* sealed = sealed_in(kept, asked.inputs, asked.step);
        if (!sealed) return std::unexpected(sealed_elsewhere(asked.step));
        if (sealed->decision != asked.opens) return std::unexpected(breaches::other_inputs(asked.step));
        out.opens = FlatJson(sealed->choice);
    }
    BegunLadder begun{foot(), after_};
    if (std::ranges::find(kept.begun, begun) == kept.begun.end()) kept.begun.push_back(std::move(begun));
    AskedHead answered;
    static_cast<SignedHead&>(answered) = *head;
    answered.step = asked.step;
    kept.asked = std::move(answered);
    return out;
}

std::optional<Breach> SeatShares::check(const KeptSeat& kept, const ShareOptions& asked, const SignedHead& head) {
    const int step = asked.step;
    const auto& before = kept.asked;
    if (before && before->step == step && !says_the_same_head(*before, head)) return breaches::two_heads(head.inputs);
    if (before && before->step > step) return outdated();
    if (step != given_ + 1) return breaches::step_skipped(step, given_);
    if (kept.pin && kept.pin->inputs == head.inputs && !says_the_same_head(*kept.pin, head)) return breaches::two_heads(head.inputs);
    if (kept.pin && kept.pin->inputs > head.inputs) return outdated();
    if (rungs_left() <= 0) return no_ladder();
    if (before && before->step == step) return {};  // all of it was looked at before it was kept

    std::vector<Input> inputs;
    for (const JsonView each : asked.inputs) {
        auto input = read_input(each, Proof::second);
        if (!input || (!inputs.empty() && input->seq < inputs.back().seq)) return breaches::other_inputs(step);
        inputs.push_back(std::move(*input));
    }
    if (inputs.size() > head.inputs || !begin_with_shares(inputs, step) || !is_due(kept, inputs, step)) return breaches::other_inputs(step);
    if (is_not_of_witness()) return breaches::not_of_witness(step);
    const auto base = base_of(kept, step, head, inputs.size());
    if (!base) return before && before->step == step - 1 ? breaches::other_inputs(step) : not_followed(step);
    const std::size_t from = inputs.size() - (head.inputs - base->inputs);
    Hash chain = base->chain;
    for (std::size_t i = from; i < inputs.size(); ++i) {
        const auto number = base->inputs + static_cast<std::uint32_t>(i - from);
        if (!is_of_witness(inputs[i], number, chain)) return breaches::not_of_witness(step);
        chain = sha256(std::string(bytes_of(chain)) + jcs_of(*JsonView(asked.inputs[i]).find("input")));
        if (kept.pin && kept.pin->inputs == number + 1 && kept.pin->chain != to_hex(bytes_of(chain))) return breaches::two_heads(number + 1);
    }
    if (to_hex(bytes_of(chain)) != head.chain) return breaches::other_inputs(step);
    if (!is_as_shown(inputs, from, base->shown, head.shown)) return breaches::other_events(step);
    for (const auto& input : inputs)
        if (!is_own(kept, input, step)) return breaches::altered_input(step, input.kind);
    return {};
}

// The step before, if this device answered it, is where it left off; the inputs are all since then. One that comes later (with a new ladder, or with a seat
// from another device) has not seen that step's head: then it is the last head that it was signed that ties the rest to what was decided. What lies before
// that was another's to check; the server has signed both, and can be held to them.
std::optional<SeatShares::Base> SeatShares::base_of(const KeptSeat& kept, int step, const SignedHead& head, std::size_t inputs) const {
    const auto first = static_cast<std::uint32_t>(head.inputs - inputs);
    const auto of = [](const SignedHead& each) {
        return Base{each.inputs, hash_from_hex(each.chain).value_or(Hash{}), hash_from_hex(each.shown).value_or(Hash{})};
    };
    if (step == 1) return first == 0 ? std::optional(Base{0, start_, start_}) : std::nullopt;
    if (kept.asked && kept.asked->step == step - 1) return kept.asked->inputs == first ? std::optional(of(*kept.asked)) : std::nullopt;
    if (kept.pin && kept.pin->inputs >= first && kept.pin->inputs <= head.inputs) return of(*kept.pin);
    return {};
}

// Nothing enters between a request and its shares, which come first in the next one; nor do any others come.
bool SeatShares::begin_with_shares(const std::vector<Input>& inputs, int step) const {
    const std::size_t shares = step == 1 ? 0 : 2;
    if (inputs.size() < shares || std::ranges::count(inputs, share_kind, &Input::kind) != static_cast<std::ptrdiff_t>(shares)) return false;
    if (shares == 0) return true;
    return inputs[0].kind == share_kind && inputs[1].kind == share_kind && (inputs[0].seat == seat_) != (inputs[1].seat == seat_) &&
           inputs.front().seq == since_given_;
}

// Whoever has a share before all is decided decides with the dice in sight, or reads what is sealed with it: something was decided since the step before,
// and what this device has sealed is in.
bool SeatShares::is_due(const KeptSeat& kept, const std::vector<Input>& inputs, int step) const {
    const auto decides = [](const Input& each) { return each.decision != 0; };
    if (step > 1 && std::ranges::none_of(inputs.begin() + 2, inputs.end(), decides)) return false;
    std::int64_t last = 0;
    for (const auto& each : inputs) last = std::max(last, each.decision);
    return std::ranges::none_of(kept.sent, [&](const SentInput& each) { return each.sealed && each.decision > last; });
}

// No rung is given for two steps, nor is anything sealed by one that was given, wherever in the story that is told now the ladder was put in.
bool SeatShares::is_as_begun(const KeptSeat& kept) const {
    if (!ladder_) return true;
    const auto begun = std::ranges::find(kept.begun, foot(), &BegunLadder::ladder);
    return begun == kept.begun.end() || begun->after == after_;
}

bool SeatShares::is_as_shown(const std::vector<Input>& inputs, std::size_t from, Hash shown, const std::string& signed_shown) const {
    protocol::Shown out(shown);
    auto event = std::ranges::find_if(events_, [&](const Shown& each) { return from < inputs.size() && each.seq >= inputs[from].seq; });
    if (from == 0 && event != events_.begin()) return false;  // something was shown that follows from nothing
    for (auto i = from; i < inputs.size(); ++i) {
        for (; event != events_.end() && (i + 1 == inputs.size() || event->seq < inputs[i + 1].seq); ++event) out.add(event->event, event->data);
        out.end_input();
    }
    return to_hex(bytes_of(out.head())) == signed_shown;
}

// That it is its ladder's next rung is for whoever reads the record: the witness signs one share for each step, and no step is passed over.
bool SeatShares::is_of_witness(const Input& input, std::uint32_t inputs, const Hash& chain) const {
    if (input.kind != "witness_share") return true;
    const auto rung = hash_from_hex(input.share);
    const auto signature = from_lower_hex(input.signature, 64);
    return witness_key_ && rung && signature && is_signed(share_to_witness(start_, witness_step_, inputs, chain, *rung), *signature, *witness_key_);
}

/// The witness is none, or the server itself; of its shares one was passed over, so that there was a choice; or dice fell before it gave its share.
bool SeatShares::is_not_of_witness() const {
    if (!has_witness_) return false;
    if (!witness_key_ || *witness_key_ == server_key_ || skips_witness_) return true;
    const auto rolled = std::ranges::find(events_, "rolled", &Shown::event);
    return rolled != events_.end() && std::find_if(events_.begin(), rolled, [](const Shown& each) { return each.event == "witness_share_given"; }) == rolled;
}

bool SeatShares::is_own(const KeptSeat& kept, const Input& input, int step) const {
    if (input.seat == seat_) {
        if (input.kind == share_kind || input.kind == "new_ladder") return true;  // by the ladder in force they are told
        if (input.kind == "seat")
            return kept.nonce.empty() ||
                   (input.nonce == kept.nonce && (kept.ladders.empty() || ladder_with_foot(kept, start_, input.ladder)) && may_be_own_key(kept, input.key));
        if (is_seal(input)) return opened_by(kept, input, step) || (sent_for(kept, input).empty() && may_be_elsewhere(kept, input, others_));
    }
    return !other_than_sent(kept, input, others_);
}

const SentInput* SeatShares::opened_by(const KeptSeat& kept, const Input& input, int step) const {
    const auto seal = JsonView(input.choice).find("seal");
    for (const auto* each : sent_for(kept, input)) {
        const auto ours = seal_of(rung(step), start_, seat_, input.decision, jcs_of(FlatJson(each->choice)));
        if (seal->is_string() && seal->text() == to_hex(bytes_of(ours))) return each;
    }
    return nullptr;
}

const SentInput* SeatShares::sealed_in(const KeptSeat& kept, const std::vector<FlatJson>& inputs, int step) const {
    for (const JsonView each : inputs) {
        const auto input = read_input(each, Proof::second);
        if (input && input->seat == seat_ && is_seal(*input))
            if (const auto* sealed = opened_by(kept, *input, step)) return sealed;
    }
    return nullptr;
}

}  // namespace muster::protocol
