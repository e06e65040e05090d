// A whole battle as the fold of its inputs: seats, readiness, the ruleset's battle, concessions and draws; the numbering
// of events, the chain and the dice. The server and the verifier run the same fold, so what one tells, the other can
// recompute. No clock and no network: times come in with the inputs.
#pragma once
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/battle_limits.hpp"
#include "protocol/chain.hpp"
#include "protocol/input.hpp"
#include "rules/battle.hpp"
#include "rules/drive.hpp"
#include "rules/fields.hpp"
#include "rules/give_up.hpp"

namespace muster::protocol {

/// The options of a battle that its fold depends on.
struct FoldOptions {
    bool confirm = false;  ///< ask every seat `ready` before it begins
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
    std::string server_seed;  ///< 32 bytes
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
    std::vector<std::string> inputs{};  ///< JCS texts
    bool given_up = false;              ///< it was: events are missing, and the fold, which stands between two rolls, is of no use any more

    explicit Applied(std::string when, GiveUp unwanted = {}) : at(std::move(when)), give_up(std::move(unwanted)) {}
};

/// A decision that somebody must make now.
struct OpenDecision {
    std::int64_t id = 0;
    rules::Ask ask;
    bool sealed = false;  ///< asked of several seats at once: revealed when all are in
};

class Fold {
public:
    enum class Phase { waiting, confirming, running, over };

    /// Refuses a bad setup (bad_setup, path from the setup's root).
    static std::expected<std::unique_ptr<Fold>, Refusal> create(Origin origin);

    Phase phase() const { return phase_; }
    std::int64_t head() const { return head_; }
    const Origin& origin() const { return origin_; }
    const std::string& commitment() const { return commitment_; }  ///< hex
    const Hash& chain() const { return chain_.head(); }
    const std::vector<OpenDecision>& open() const { return open_; }
    const OpenDecision* find_open(std::int64_t decision) const;
    bool seat_taken(rules::Seat seat) const { return taken_[static_cast<std::size_t>(seat)]; }
    const std::string& seat_name(rules::Seat seat) const { return names_[static_cast<std::size_t>(seat)]; }
    const std::vector<std::string>& seats() const { return origin_.ruleset->seats(); }
    const std::optional<rules::Outcome>& outcome() const { return outcome_; }
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
    void take_seat(rules::Seat seat, const std::string& name, const std::string& nonce, Applied& out);

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
    };
    /// A decision that is not sealed: its one choice. Sealed ones: the choices of all asked seats, in the order of open().
    void choose(std::vector<Choice> choices, Applied& out);

    std::optional<Refusal> check_running() const;
    void concede(rules::Seat seat, Applied& out);
    std::optional<Refusal> check_offer_draw(rules::Seat seat) const;
    void offer_draw(rules::Seat seat, Applied& out);
    std::optional<Refusal> check_answer_draw(rules::Seat seat) const;
    void answer_draw(rules::Seat seat, bool accept, Applied& out);

    /// Time is up: this seat has lost, or nobody has won if all that were asked let it pass together (no seat).
    std::optional<Refusal> check_forfeit(std::optional<rules::Seat> seat) const;
    void forfeit(std::optional<rules::Seat> seat, Applied& out);
    /// The other seat is gone while it should decide: this one has won.
    std::optional<Refusal> check_claim(rules::Seat seat) const;
    void claim(rules::Seat seat, Applied& out);
    /// The operator ends it; nobody has won. It may not have begun yet.
    std::optional<Refusal> check_close() const;
    void close(Applied& out);

    // For inputs that come from a record or a store, in order, after begin():
    /// Applies the input if it is allowed now. The choices of a sealed step are collected until all of them are there. What is refused
    /// changes nothing; the path is from the input's root.
    std::optional<Refusal> enter(const Input& input, Applied& out);
    /// The same, and takes over the numbers of the notes before it, which are no inputs.
    std::optional<Refusal> replay(const Input& input, Applied& out);
    /// Whether choices of a sealed step were entered and others of it are still to come.
    bool awaits_sealed() const { return !entered_.empty(); }
    /// Takes over the numbers of notes. Precondition: not below head().
    void skip_to(std::int64_t head) { head_ = head; }

    /// An event that no rule follows from: `said`, `decision_sealed`, …
    void note(rules::Event event, Applied& out);

private:
    explicit Fold(Origin origin, std::unique_ptr<rules::Battle> battle);

    std::optional<rules::Seat> other_of_two(rules::Seat seat) const;
    bool asked(std::optional<rules::Seat> seat) const;
    std::optional<Refusal> enter_nobodys(const Input& input, Applied& out);
    std::optional<Refusal> enter_choice(const Input& input, Applied& out);
    void log(rules::Event event, Applied& out);
    void happen(rules::Event event, Applied& out);
    void feed(NewInput& input, Applied& out);
    void run(std::vector<rules::Event>& events, Applied& out);
    void ask();
    void confirm();
    void start(Applied& out);
    JsonText enter_and_show(const rules::Ask& ask, const Choice& choice, Applied& out);
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
    std::vector<std::string> names_;
    std::optional<rules::Seat> draw_by_{};
    std::vector<bool> draw_accepted_;
    std::optional<rules::Outcome> outcome_{};
    std::size_t bytes_ = 0;          ///< of the data of events that follow from inputs
    std::vector<Choice> entered_{};  ///< of a sealed step that is not complete
};

}  // namespace muster::protocol
