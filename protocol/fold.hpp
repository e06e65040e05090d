// A whole battle as the fold of its inputs: seats, readiness, the ruleset's battle, concessions and draws; the numbering
// of events, the chain and the dice. The server and the verifier run the same fold, so what one tells, the other can
// recompute. No clock and no network: times come in with the inputs.
#pragma once
#include <algorithm>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/battle_limits.hpp"
#include "protocol/chain.hpp"
#include "protocol/input.hpp"
#include "protocol/seat_signature.hpp"
#include "protocol/shares.hpp"
#include "protocol/witness.hpp"
#include "rules/battle.hpp"
#include "rules/drive.hpp"
#include "rules/fields.hpp"
#include "rules/give_up.hpp"

namespace muster::protocol {

/// The options of a battle that its fold depends on.
struct FoldOptions {
    bool confirm = false;  ///< ask every seat `ready` before it begins
    bool contest = true;   ///< somebody wins in the end; otherwise it goes on as long as anybody is there
    DiceOf dice = DiceOf::server;
    std::optional<std::string> witness_key{};  ///< nothing: no witness adds to the dice; the 65 bytes of the uncompressed point; empty: it is no key
    BattleLimits limits{};
};

/// What the options of a battle, as event 1 and the record show them, say to its fold. They may come from anywhere: what is no option
/// of this kind counts as left out.
FoldOptions fold_options(const Json& options);

/// What is fixed when a battle is created.
struct Origin {
    std::string battle;
    const rules::Ruleset* ruleset = nullptr;
    std::string title;
    Json setup;
    Json options;  ///< as shown in event 1
    FoldOptions fold;
    std::string server_seed;   ///< 32 bytes
    std::string server_key{};  ///< P-256, the 65 bytes of the uncompressed point; empty: of the time before muster/2

    Proof proof() const { return proof_of(server_key); }
};

/// An event with its number. `body` is what every audience gets: {"seq","at","event","data"}; `instead` holds what a
/// seat gets in its place.
struct LoggedEvent {
    std::int64_t seq = 0;
    std::string body;
    std::vector<std::pair<rules::Seat, std::string>> instead{};

    const std::string& body_for(rules::Viewer viewer) const;
    bool operator==(const LoggedEvent&) const = default;
};

/// What one application of inputs brought forth, in order.
struct Applied {
    std::string at;    ///< in: the time that the events carry
    GiveUp give_up{};  ///< in: asked before each roll, since one input may bring forth thousands of events
    std::vector<LoggedEvent> events{};
    std::vector<std::string> inputs{};   ///< as kept_text() has them
    std::vector<std::size_t> follows{};  ///< muster/2, for each input: how many events there were before it; those after it follow from it, ...
    std::vector<std::size_t> notes{};    ///< ... but for these and what comes after them: a note follows from nothing, and nothing from what was before it
    bool given_up = false;               ///< it was: events are missing, and the fold, which stands between two rolls, is of no use any more

    /// Calls `visit(begin, end)` for each input: the events [begin, end) follow from it.
    void for_each_input(auto&& visit) const {
        for (std::size_t i = 0; i < follows.size(); ++i) {
            const auto next = i + 1 < follows.size() ? follows[i + 1] : events.size();
            const auto note = std::ranges::lower_bound(notes, follows[i]);
            visit(follows[i], note == notes.end() ? next : std::min(next, *note));
        }
    }

    explicit Applied(std::string when, GiveUp unwanted = {}) : at(std::move(when)), give_up(std::move(unwanted)) {}
};

/// Adds to `shown` what followed from each input: `events` as they were told, which are as many as those of `applied`.
void add_shown(Shown& shown, const Applied& applied, std::span<const LoggedEvent> events);

/// Who sits down.
struct Arrival {
    std::string name{};
    std::string nonce{};
    std::string ladder{};  ///< hex; shared dice
    std::string key{};     ///< hex; by which the seat signs, empty: it does not
};

/// What comes with an input of a seat that signs, hex.
struct SeatSigning {
    std::string key{};  ///< by which it signs from then on
    std::string signature{};
};

/// A decision that somebody must make now.
struct OpenDecision {
    std::int64_t id = 0;
    rules::Ask ask;
    bool sealed = false;  ///< asked of several seats at once: revealed when all are in

    bool asks(rules::Seat seat) const { return ask.seat == seat || ask.seat == rules::anybody; }
};

class Fold {
public:
    enum class Phase { waiting, confirming, running, over };

    /// Refuses a bad setup (bad_setup, path from the setup's root), options that say of a contest what its ruleset does not, shared dice among others than two
    /// seats of muster/2, and a witness that is none.
    static std::expected<std::unique_ptr<Fold>, Refusal> create(Origin origin);

    Phase phase() const { return phase_; }
    std::int64_t head() const { return head_; }
    const Origin& origin() const { return origin_; }
    const std::string& commitment() const { return commitment_; }  ///< hex
    const Chain& chain() const { return chain_; }
    const std::vector<OpenDecision>& open() const { return open_; }
    const OpenDecision* find_open(std::int64_t decision) const;
    bool seat_taken(rules::Seat seat) const { return taken_[static_cast<std::size_t>(seat)]; }
    const std::string& seat_name(rules::Seat seat) const { return arrivals_[static_cast<std::size_t>(seat)].name; }
    const std::vector<std::string>& seats() const { return battle_->seats(); }
    const std::optional<rules::Outcome>& outcome() const { return outcome_; }
    /// Whether the seat has left a battle that others go on with: its defaults are played (How::left) until one other is left, who has won.
    bool has_left(rules::Seat seat) const { return seat != rules::anybody && left_[static_cast<std::size_t>(seat)]; }
    /// Whether the battle goes on when this seat leaves.
    bool goes_on_without(rules::Seat seat) const;
    /// The only one beside `seat` that has not left; nothing: there are more.
    std::optional<rules::Seat> only_other(rules::Seat seat) const;
    /// Whether somebody could claim the battle if this seat were away.
    bool can_be_claimed_from(rules::Seat seat) const;
    std::optional<rules::Seat> draw_offered_by() const { return draw_by_; }
    const rules::Battle& battle() const { return *battle_; }
    Json view(rules::Viewer viewer) const;
    /// The odds from where it stands, or from the beginning. Precondition: it is not over.
    std::unique_ptr<rules::OddsModel> odds(rules::Policy policy) const;

    /// Event 1. Called once, first.
    void begin(Applied& out);

    // Each check says whether the operation is allowed now; each operation requires that it is.

    /// Whoever comes after the end or for a seat that somebody has must not begin the battle (battle_over, not_your_seat).
    std::optional<Refusal> check_take_seat(rules::Seat seat) const;
    /// Whether a seat may come with this foot of a ladder (hex; bad_message at /ladder): with shared dice it must have one.
    std::optional<Refusal> check_ladder(const std::string& foot) const;
    void take_seat(rules::Seat seat, Arrival who, Applied& out);

    /// Whether `seat` may choose this for `decision`; gives the canonical choice. `choice` is an object or "default".
    /// Refusals: stale_decision, not_your_seat, battle_over, illegal_choice (path from the message's root: "/choice/…").
    std::expected<SharedJson, Refusal> check_choice(rules::Seat seat, std::int64_t decision, const FlatJson& choice) const;
    /// What a choice would come to.
    struct Outlook {
        std::expected<SharedJson, Refusal> choice;  ///< canonical, or illegal_choice
        Json meaning{};                             ///< as rules::Battle::meaning()
    };
    /// Refuses what is not about the choice, as check_choice() does: stale_decision, not_your_seat, battle_over.
    std::expected<Outlook, Refusal> preview(rules::Seat seat, std::int64_t decision, const FlatJson& choice) const;
    struct Choice {
        std::int64_t decision = 0;
        SharedJson choice;  ///< canonical
        How how = How::chosen;
        std::string signature{};          ///< hex; of a seat that signs
        rules::Seat by = rules::anybody;  ///< who chooses, where anybody may
    };
    /// A decision that is not sealed: its one choice. Sealed ones: the choices of all asked seats, in the order of open().
    void choose(std::vector<Choice> choices, Applied& out);

    // Shared dice (fold_shares.cpp):
    bool shares_dice() const { return origin_.fold.dice == DiceOf::shared; }
    /// Every seat is asked for its share now: nothing else is decided before.
    bool asks_shares() const { return !open_.empty() && open_.front().ask.kind == share_kind; }
    /// Whether what is chosen here is sealed for everybody, so that a seal is put in and not a choice.
    bool is_sealed_for_all(const OpenDecision& open) const { return shares_dice() && open.sealed && phase_ == Phase::running && !asks_shares(); }
    /// Whether a seal for this decision can be opened if this ladder (its foot; empty: not said) has made it: only the one that is in force is asked for
    /// shares.
    std::optional<Refusal> check_seal_by(const OpenDecision& open, const std::string& foot) const;
    /// How many times all seats have been asked for a share.
    int step() const { return shares_.step; }
    /// From now on this seat's shares come from another ladder: never one that it had before, whose shares are known.
    std::optional<Refusal> check_new_ladder(rules::Seat seat, const std::string& foot) const;
    /// Whether any may be put in now.
    std::optional<Refusal> check_renewal() const;
    void new_ladder(rules::Seat seat, const std::string& foot, Applied& out, SeatSigning by = {});

    // Seats that sign (fold_signatures.cpp); an empty key or signature is always allowed. Paths are from the message's root.
    std::optional<Refusal> check_key(const std::string& key) const;
    /// `choice`: canonical, as check_choice() gives it.
    std::optional<Refusal> check_signature(const Choice& choice) const;
    std::optional<Refusal> check_signature_to_concede(rules::Seat seat, const std::string& signature) const;
    std::optional<Refusal> check_signature_to_renew(rules::Seat seat, const std::string& foot, const SeatSigning& by) const;

    // A witness of the dice (fold_witness.cpp):
    bool has_witness() const { return origin_.fold.witness_key.has_value(); }
    /// Of how many seats a key is kept, ready to look at what they sign.
    std::size_t keys() const;
    /// The witness is asked for its share now: nothing else is decided before.
    bool asks_witness() const { return witness_.asked; }
    /// A ladder of the witness must come before anything else: its first, or another since that one is used up.
    bool awaits_ladder_of_witness() const;
    /// How many shares the witness has given.
    int witness_steps() const { return witness_.step - (witness_.asked ? 1 : 0); }
    /// Whether the witness has signed this (hex; bad_message with the path from the input's root) for this battle as it stands.
    std::optional<Refusal> check_witness(const std::string& foot, const std::string& signature) const;
    void join_witness(const std::string& foot, const std::string& signature, Applied& out);
    std::optional<Refusal> check_witness_share(const std::string& share, const std::string& signature) const;
    void give_witness_share(const std::string& share, const std::string& signature, Applied& out);

    std::optional<Refusal> check_running() const;
    std::optional<Refusal> check_concede(rules::Seat seat) const;
    void concede(rules::Seat seat, Applied& out, const std::string& signature = {});
    std::optional<Refusal> check_offer_draw(rules::Seat seat) const;
    void offer_draw(rules::Seat seat, Applied& out);
    std::optional<Refusal> check_answer_draw(rules::Seat seat) const;
    void answer_draw(rules::Seat seat, bool accept, Applied& out);

    /// Time is up: this seat has lost, or nobody has won if all that were asked let it pass together (no seat). Where others go on, it has left.
    std::optional<Refusal> check_forfeit(std::optional<rules::Seat> seat) const;
    void forfeit(std::optional<rules::Seat> seat, Applied& out);
    /// The other seat is gone while it should decide: this one has won.
    std::optional<Refusal> check_claim(rules::Seat seat) const;
    void claim(rules::Seat seat, Applied& out);
    /// The operator ends it; nobody has won. It may not have begun yet.
    std::optional<Refusal> check_close() const;
    void close(Applied& out);

    // For notes and inputs that come from a record or a store, in order, after begin():
    /// Whether events of this name follow from no input, or some of them.
    bool may_be_note(std::string_view event) const;
    /// Whether an event follows from no input, so that it is taken as it stands.
    bool is_note(std::string_view event, JsonView data) const;
    /// The next event, which is a note. Refuses one that announces an input that may not come now (bad_message or what the operation refuses, without a
    /// path).
    std::optional<Refusal> take_note(std::string_view event, JsonView data);
    /// Applies the input if it is allowed now. The choices of a sealed step are collected until all of them are there. What is refused
    /// changes nothing; the path is from the input's root.
    std::optional<Refusal> enter(const Input& input, Applied& out);
    /// The same for inputs without their notes: takes over the numbers of these, and as announced what the input says, before it can be refused.
    std::optional<Refusal> replay(const Input& input, Applied& out);
    /// Whether choices of a sealed step were entered and others of it are still to come.
    bool awaits_sealed() const { return !entered_.empty(); }
    /// Takes over the numbers of notes. Precondition: not below head().
    void skip_to(std::int64_t head) { head_ = head; }

    /// An event that no rule follows from: `said`, `decision_sealed`, …
    void note(rules::Event event, Applied& out);

private:
    explicit Fold(Origin origin, std::unique_ptr<rules::Battle> battle);

    std::vector<rules::Seat> others_than(rules::Seat seat) const;
    void leave(rules::Seat seat, Applied& out);
    bool asked(rules::Seat seat) const;
    /// The kind of input that must come next, since all have said so; empty: any may, or a note.
    std::string_view due() const;
    std::optional<Refusal> enter_nobodys(const Input& input, Applied& out);
    std::optional<Refusal> enter_witness(const Input& input, Applied& out);
    std::optional<Refusal> enter_announced_seat(rules::Seat seat, const Input& input, Applied& out);
    std::optional<Refusal> enter_decline(rules::Seat seat, Applied& out);
    std::expected<SharedJson, Refusal> check_entered(rules::Seat seat, const Input& input) const;
    std::optional<Refusal> check_left(const OpenDecision& open, const Json& choice) const;
    std::optional<Refusal> check_timed_out(const OpenDecision& open, const Json& choice) const;
    std::expected<SharedJson, Refusal> check_share(const OpenDecision& open, JsonView choice) const;
    std::optional<Refusal> refuse_before_shares() const;
    std::optional<Refusal> refuse_renewal() const;
    int open_step() const { return asks_shares() ? shares_.step : witness_.asked ? witness_.step : 0; }
    bool needs_witness() const;
    void ask_witness();
    bool needs_shares() const;
    void ask_shares();
    void seal(std::vector<Choice> choices, Applied& out);
    void give_shares(std::vector<Choice> choices, Applied& out);
    void open_seal(std::size_t index, const FlatJson& opening, rules::Decided& decided, Applied& out);
    void take_as_announced(const Input& input);
    std::optional<Refusal> take_announcement(std::string_view event, JsonView data);
    std::optional<Refusal> take_ready(JsonView data);
    std::optional<Refusal> enter_choice(const Input& input, Applied& out);
    void log(rules::Event event, Applied& out);
    void happen(rules::Event event, Applied& out);
    void feed(NewInput& input, Applied& out);
    NewInput input_of(const OpenDecision& open, const Choice& choice) const;
    NewInput concession_of(rules::Seat seat) const;
    NewInput renewal_of(rules::Seat seat, const std::string& foot, const std::string& key) const;
    std::optional<Refusal> check_signature_of(rules::Seat seat, const NewInput& input, const std::string& signature) const;
    void sit_down(rules::Seat seat, Arrival who);
    std::vector<std::string> names() const;
    void enter_seat(rules::Seat seat, Applied& out);
    void all_seated(Applied& out);
    void open_draw(rules::Seat seat);
    void answer_open_draw(rules::Seat seat, bool accept);
    bool draw_agreed() const;
    void agree_to_draw(Applied& out);
    rules::Event ready_event(const OpenDecision& open, bool ready) const;
    void decline(const OpenDecision& open, Applied& out);
    void all_ready(Applied& out);
    void run(std::vector<rules::Event>& events, Applied& out);
    void ask();
    void confirm();
    void start(Applied& out);
    JsonText enter_and_show(const OpenDecision& open, const Choice& choice, Applied& out);
    void choose_ready(const Choice& choice, Applied& out);
    void finish(rules::Outcome outcome, Applied& out);
    void end_at_limit(Applied& out);
    const std::string& seat_id(rules::Seat seat) const { return seats()[static_cast<std::size_t>(seat)]; }

    Origin origin_;
    std::string commitment_;
    std::unique_ptr<rules::Battle> battle_;
    Chain chain_;
    ProofDice dice_;
    int rolls_ = 0;
    Phase phase_ = Phase::waiting;
    std::int64_t head_ = 0;
    std::int64_t decisions_ = 0;
    std::vector<OpenDecision> open_{};
    std::vector<bool> taken_;
    std::vector<Arrival> arrivals_;
    std::vector<std::optional<SeatPublicKey>> keys_;  ///< by seat: in force
    std::size_t entered_seats_ = 0;                   ///< of whom the chain knows
    std::optional<rules::Seat> draw_by_{};
    std::vector<bool> draw_accepted_;
    std::vector<bool> left_;
    std::optional<rules::Outcome> outcome_{};
    std::size_t bytes_ = 0;          ///< of the data of events that follow from inputs
    std::vector<Choice> entered_{};  ///< of a sealed step that is not complete
    /// Of shared dice.
    struct Shares {
        /// A decision whose choice comes with the shares, or that time has made.
        struct Sealed {
            OpenDecision decision;
            std::string seal{};  ///< hex; empty: time made it
            SharedJson choice{};
        };
        std::vector<Hash> rungs{};                     ///< by seat: the last that was shown
        std::vector<std::vector<std::string>> feet{};  ///< by seat: of all ladders that were put in, hex; the last is in force
        int step = 0;
        bool given = false;              ///< since the last decision: they feed all dice until the next
        std::vector<Sealed> sealed{};    ///< by seat
        std::vector<FlatJson> inputs{};  ///< kept, since the step before
    };
    Shares shares_{};
    /// Of dice with a witness.
    struct Witness {
        std::optional<Hash> rung{};  ///< the last that was shown
        int step = 0;                ///< how many times it was asked
        int after = 0;               ///< how many shares had come before its ladder
        bool asked = false;
        bool given = false;  ///< since the last decision: it feeds all dice until the next
    };
    Witness witness_{};
    /// What this seat has sealed and is still to open; null: nothing.
    const Shares::Sealed* sealed_of(rules::Seat seat) const;
};

}  // namespace muster::protocol
