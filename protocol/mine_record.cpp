#include "protocol/mine_record.hpp"

#include <algorithm>

#include "protocol/heard.hpp"
#include "protocol/mine_sent.hpp"
#include "protocol/mine_words.hpp"
#include "protocol/proof/course.hpp"
#include "protocol/seat_keys.hpp"
#include "protocol/shares.hpp"

namespace muster::protocol {

namespace {

const Json no_options = Json::object();

class Comparison {
public:
    Comparison(const Record& record, const KeptSeat& kept) : record_(record), kept_(kept), shown_(Hash{}) {}

    std::optional<Breach> run() {
        if (kept_.pin && kept_.against && kept_.pin->inputs == kept_.against->inputs) return breaches::two_heads(kept_.pin->inputs);
        if (kept_.start) {
            const BattleStart now{record_.ruleset, record_.ruleset_version, record_.title,     record_.setup,
                                  record_.options, record_.commitment,      record_.server_key};
            auto kept = kept_;
            if (auto breach = take_start(kept, now)) return breach;
        }
        if (record_.proof() == Proof::first) return {};
        begin();
        for (std::size_t i = 0; i < record_.inputs.size(); ++i)
            if (auto breach = input(i)) return breach;
        for (const auto* head : heads())
            if (head->inputs > record_.inputs.size()) return breaches::went_back(head->inputs, record_.inputs.size());
        if (auto breach = missing()) return breach;
        return told();
    }

private:
    // Shares that come later were asked for too early: whoever had them could still decide with the dice in sight.
    static bool may_follow_request(const Input& input) {
        constexpr std::string_view kinds[] = {share_kind, "concede", "forfeit", "close"};
        return std::ranges::find(kinds, input.kind) != std::end(kinds);
    }

    void begin() {
        const auto bytes = from_hex(record_.commitment).value_or("");
        const auto key = from_hex(record_.server_key).value_or("");
        Hash commitment{};
        std::copy_n(bytes.begin(), std::min(bytes.size(), commitment.size()), commitment.begin());
        chain_.emplace(ChainOrigin{record_.battle, record_.ruleset, record_.ruleset_version, key, commitment, record_.setup, record_.title, record_.options});
        shown_ = Shown(chain_->start());
    }

    std::optional<Breach> input(std::size_t index) {
        const auto& input = record_.inputs[index];
        const breaches::Step step{index + 1, input.seq};
        if (kept_.asked && kept_.asked->inputs == index && !may_follow_request(input)) return breaches::other_history(step);
        if (auto breach = own(index, step)) return breach;
        std::string hashed;
        append_canonical(hashed, *JsonView(record_.kept[index]).find("input"));
        chain_->add(hashed);
        const auto end = index + 1 < record_.inputs.size() ? record_.inputs[index + 1].seq : std::int64_t{1} + static_cast<std::int64_t>(record_.events.size());
        for (auto seq = std::max<std::int64_t>(input.seq, 1); seq < end && seq <= static_cast<std::int64_t>(record_.events.size()); ++seq) {
            const auto& event = record_.events[static_cast<std::size_t>(seq - 1)];
            if (!course_->is_note(event)) shown_.add(event.event, FlatJson(event.data));
        }
        shown_.end_input();
        for (const auto* head : heads())
            if (head->inputs == step.input && !is_head(*head)) return breaches::other_history(step);
        return {};
    }

    /// All that was signed for this device and is kept.
    std::vector<const SignedHead*> heads() const {
        std::vector<const SignedHead*> out;
        if (kept_.pin) out.push_back(&*kept_.pin);
        if (kept_.asked) out.push_back(&*kept_.asked);
        return out;
    }

    bool is_head(const SignedHead& head) const { return head.chain == to_hex(bytes_of(chain_->head())) && head.shown == to_hex(bytes_of(shown_.head())); }

    std::optional<Breach> own(std::size_t index, const breaches::Step& step) const {
        const auto& input = record_.inputs[index];
        if (input.seat == kept_.seat) {
            if (input.kind == "seat") return seat(input, step);
            if (input.kind == "new_ladder") return new_ladder(index, step);
            if (input.decision != 0 && input.kind == share_kind) return {};  // which it is follows from the ladder
            if (is_seal(input)) return seal(index, step);
        }
        const auto other = other_than_sent(kept_, input, is_others(step));
        if (!other) return {};
        if (!other->sent) return breaches::not_sent(step, input.kind);
        const Json recorded = JsonView(input.choice).json();
        return breaches::other_choice(step, proof::shortened(&other->sent->choice), proof::shortened(&recorded));
    }

    std::optional<Breach> seat(const Input& input, const breaches::Step& step) const {
        if (kept_.nonce.empty()) return {};
        if (input.nonce != kept_.nonce) return breaches::other_nonce(step, kept_.nonce, input.nonce.empty() ? "nothing" : input.nonce);
        if (!kept_.ladders.empty() && !is_own_ladder(input)) return breaches::other_ladder(step, input.ladder.empty() ? "nothing" : input.ladder);
        if (may_be_own_key(kept_, input.key)) return {};
        return breaches::other_key(step, input.key.empty() ? "nothing" : input.key);
    }

    /// Before it was noted which were put in, the first of as many as are kept may have fallen away: then none is said to be another's.
    bool is_own_ladder(const Input& input) const {
        return (kept_.put_in.empty() && std::ssize(kept_.ladders) >= kept_ladders_max) || ladder_with_foot(kept_, chain_->start(), input.ladder).has_value();
    }

    // One that was put in before this device came is another's.
    std::optional<Breach> new_ladder(std::size_t index, const breaches::Step& step) const {
        if (!kept_.since || is_others(step) || is_own_ladder(record_.inputs[index])) return {};
        const auto before = std::span(record_.inputs).first(index);
        const bool came = *kept_.since == 0 || std::ranges::any_of(before, [&](const Input& each) { return each.decision > *kept_.since; });
        return came ? std::optional(breaches::not_sent(step, record_.inputs[index].kind)) : std::nullopt;
    }

    // What was sealed is known by what opens it; the seal itself is the proof's to check.
    std::optional<Breach> seal(std::size_t index, const breaches::Step& step) const {
        const auto& input = record_.inputs[index];
        const auto ours = sent_for(kept_, input);
        if (ours.empty()) return may_be_elsewhere(kept_, input, is_others(step)) ? std::nullopt : std::optional(breaches::not_sent(step, input.kind));
        const auto behind = std::span(record_.inputs).subspan(index);
        const auto share = std::ranges::find_if(behind, [&](const Input& each) { return each.seat == kept_.seat && each.kind == share_kind; });
        if (share == behind.end()) return {};
        const auto found = JsonView(share->choice).find("opens");
        const auto opens = found ? std::optional(found->json()) : std::nullopt;
        if (opens && std::ranges::any_of(ours, [&](const SentInput* each) { return each->choice == *opens; })) return {};
        const auto accepted = std::ranges::find_if(ours.rbegin(), ours.rend(), &SentInput::accepted);
        const auto* sent = accepted == ours.rend() ? ours.front() : *accepted;
        return breaches::other_choice(step, proof::shortened(&sent->choice), proof::shortened(opens ? &*opens : nullptr));
    }

    /// Whether this device had handed over the seat by then.
    bool is_others(const breaches::Step& step) const {
        const auto handed_over = [&](const RecordEvent& event) {
            return event.event == "seat_handed_over" && event.seq < step.seq && event.data.value("seat", Json()) == kept_.seat;
        };
        return has_sent(kept_, "hand_over") && std::ranges::any_of(record_.events, handed_over);
    }

    // What was accepted and stands nowhere. Sealed choices are void if the battle ended before they were opened; whether all are ready is one input.
    std::optional<Breach> missing() const {
        std::int64_t last = 0;
        for (const auto& input : record_.inputs) last = std::max(last, input.decision);
        for (const auto& each : kept_.sent) {
            if (!each.accepted || each.decision == 0 || each.kind == "ready" || (each.sealed && each.decision > last)) continue;
            if (std::ranges::find(record_.inputs, each.decision, &Input::decision) == record_.inputs.end())
                return breaches::not_recorded(each.kind, each.decision);
        }
        return {};
    }

    // Events that nothing signed covers, too, and those that were shown before anything was signed again.
    std::optional<Breach> told() const {
        if (kept_.heard.empty()) return {};
        Hearing hearing(chain_->start());
        for (const auto& each : record_.events)
            if (auto breach = hearing.hear(each.seq, each.at, each.event, each.data, kept_)) return in_events(std::move(*breach), each.seq);
        const auto is_missing = [&](const Heard& each) { return each.seq > std::ssize(record_.events); };
        const auto missing = std::ranges::find_if(kept_.heard, is_missing);
        if (missing == kept_.heard.end()) return {};
        return in_events(breaches::other_story(std::ssize(record_.events), missing->seq), std::ssize(record_.events));
    }

    static Breach in_events(Breach breach, std::int64_t seq) {
        breach.path = "/events/" + std::to_string(seq - 1);
        return breach;
    }

    const Record& record_;
    const KeptSeat& kept_;
    std::optional<Chain> chain_{};
    Shown shown_;
    std::unique_ptr<proof::Course> course_ = proof::second_course({}, no_options);
};

}  // namespace

std::optional<Breach> compare_mine(const Record& record, const KeptSeat& kept) { return Comparison(record, kept).run(); }

}  // namespace muster::protocol
