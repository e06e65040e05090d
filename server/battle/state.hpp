// One battle: its fold, the sealed choices, the seats' tokens and orders, its clock and who is to be told of it. Pure: no network, no
// store, no threads and no time of its own; the same commands on the same battle at the same moments change the same.
//
// apply() changes it at once, before anything is stored. Whoever stores the step tells people only when it is durable; if it
// could not be stored, the whole state is dropped and read from the store anew (codec.hpp).
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "protocol/server_messages.hpp"
#include "protocol/signed_head.hpp"
#include "server/battle/answered.hpp"
#include "server/battle/battle_clock.hpp"
#include "server/battle/battle_nudges.hpp"
#include "server/battle/bot_shares.hpp"
#include "server/battle/bots.hpp"
#include "server/battle/change.hpp"
#include "server/battle/command.hpp"
#include "server/battle/now.hpp"
#include "server/battle/open_seats.hpp"
#include "server/battle/rematch.hpp"
#include "server/battle/seat_orders.hpp"
#include "server/battle/seat_tokens.hpp"
#include "server/battle/tally.hpp"

namespace muster::server {

/// The refusal for a battle that does not exist, or not for this asker.
Refusal unknown_battle();

/// What is kept of a seat beside the choice that it has sealed, if it signed that.
inline constexpr const char* sealed_signature_name = "signature";

class BattleState {
public:
    /// What every command may do: change the battle, or be refused and change nothing.
    using Applied = std::expected<Change, Refusal>;
    Applied apply(const Command& command, Now now);

    // Who somebody is.
    /// Refuses a wrong token; a private battle does not exist for whoever holds no seat.
    std::expected<rules::Viewer, Refusal> viewer_for(const std::string& token) const;
    std::optional<rules::Seat> offered_seat_of(const std::string& token) const { return tokens_.offered_seat_of(token); }
    std::expected<rules::Seat, Refusal> seat_of(const Sender& sender) const;
    /// What others see the sender called; empty: it neither plays nor watches.
    std::string speaker(const Sender& sender) const;

    // How it stands.
    const protocol::Fold& fold() const { return *fold_; }
    const storage::Header& header() const { return header_; }
    std::int64_t number() const { return number_; }
    bool over() const { return fold_->phase() == protocol::Fold::Phase::over; }
    const std::string& finished_at() const { return finished_at_; }
    /// The seq of `battle_ended`; 0: it is not over.
    std::int64_t ended_at() const { return ended_at_; }
    const Bots& bots() const { return bots_; }
    /// Whether nobody who holds the seat is waited for: anybody may answer, a bot decides, or it has left.
    bool is_played(rules::Seat seat) const { return seat == rules::anybody || bots_.contains(seat) || fold_->has_left(seat); }
    const BotShares& bot_shares() const { return bot_shares_; }
    /// Who plays it now, as others see him called: the fold goes on knowing the one that sat down first, whose name the proof has.
    const std::string& player_name(rules::Seat seat) const;
    const std::string& seat_id(rules::Seat seat) const { return fold_->seats()[static_cast<std::size_t>(seat)]; }
    /// When it wants attention next although nobody asks anything, as storage::Wake has it; 1: at once; 0: never.
    std::int64_t wake_at() const;

    // What is said of it.
    protocol::Following following(rules::Viewer viewer) const;
    /// The server's word on how far it has come: of a battle that is over, the same ever after. Nothing of battles of the time before muster/2.
    const std::optional<protocol::SignedHead>& signed_head() const;
    Bundle request(const protocol::OpenDecision& open, rules::Seat seat) const;
    /// Nothing before the end.
    std::optional<protocol::RematchState> rematch_state() const;
    /// Null: this battle has no clock.
    Bundle clock(Now now) const;

    // What happens by itself (policies.hpp).
    /// A shift of all deadlines that it has not had its credit for.
    std::optional<std::int64_t> uncredited(Now now) const;
    std::vector<rules::Seat> overdue(Now now) const;
    std::vector<rules::Seat> to_remind(Now now) const;
    std::vector<std::int64_t> to_tell(Now now) const;
    /// Bots play, orders stand, or somebody has left.
    bool has_own_players() const;
    /// The default of a seat that has left and is asked now.
    std::optional<PlayForSeat> default_due() const;
    /// A decision that a seat's orders make now.
    std::optional<PlayForSeat> order_due();
    /// About what it takes in memory besides its history: of a setup and of orders as much as a stranger wants.
    std::size_t weight() const;

    /// Whether this message brings about a rematch: nothing stands against it, and it is the one that was missing. Whoever carries it out makes
    /// that battle first, as rematch_terms() has it (FromSeat::drawn).
    bool rematch_due(const FromSeat& message) const;
    std::expected<protocol::Create, Refusal> rematch_terms(bool swap) const;

    bool sealed(rules::Seat seat) const { return box_.contains(seat); }
    /// Until when the seat's open decision may wait; 0: for ever, or nothing is asked.
    std::int64_t deadline(rules::Seat seat) const { return clock_.deadline(seat); }
    /// What its witness is to be asked now; nothing: it has none, or nothing is due.
    std::optional<protocol::WitnessQuestion> witness_question() const;

    /// Whether a seat has a connection; not stored.
    void set_here(rules::Seat seat, bool here, Now now);
    /// From a moment on nobody is here: it has just come into memory.
    void nobody_is_here(Now now);
    /// A seat of a battle with a live clock has no connection.
    bool somebody_is_gone() const { return !gone_.empty(); }
    bool has_nudges() const { return !nudges_.empty(); }

private:
    friend class BattleCodec;
    BattleState() = default;

    /// A message of a seat, so that a repeated one gets the same answer.
    struct Question {
        rules::Seat seat = 0;
        std::string id;
        std::string key;  ///< what it is remembered by (Answered)
        std::int64_t decision = 0;
        std::string_view fresh{};  ///< the message's own
    };
    /// A command that is being carried out.
    struct Draft {
        explicit Draft(const BattleState& state, Now when);
        Change change{};
        protocol::Applied applied;
        Now now;
        std::vector<std::pair<std::int64_t, rules::Seat>> open_before{};
        bool ran_before = false;
        /// Who is to hear that it was accepted, and which event shows it.
        std::optional<std::pair<Question, std::int64_t>> accepts{};
    };
    // state_apply.cpp: one command, and what every step ends with
    Applied carry_out(const CreditAbsence& command, Now now);
    Applied carry_out(const PassDeadline& command, Now now);
    bool all_late_together(const std::vector<rules::Seat>& late) const;
    Applied carry_out(const Remind& command, Now now);
    Applied carry_out(const PlayForSeat& command, Now now);
    Applied carry_out(const DeclineDraw& command, Now now);
    Applied carry_out(const SetHidden& command, Now now);
    Applied carry_out(const CloseBattle& command, Now now);
    Change finish(Draft draft);
    void keep_status(Draft& draft);
    void keep_clock(Draft& draft);
    void keep_nudges(Draft& draft);
    void keep_wake(storage::Step& step);
    void close_decisions(Draft& draft);

    // state_choices.cpp
    std::expected<SharedJson, Refusal> check_choice(rules::Seat seat, std::int64_t decision, const FlatJson& choice) const;
    /// The one open decision that the seat is asked.
    std::expected<std::int64_t, Refusal> only_decision_of(rules::Seat seat) const;
    Applied do_message(const Question& question, const protocol::Choose& message, Now now);
    /// For a decision that the message names.
    Applied take_choice(const Question& question, const protocol::Choose& message, Now now);
    Applied do_message(const Question& question, const protocol::Preview& message, Now now);
    Applied do_message(const Question& question, const protocol::Retract& message, Now now);
    std::int64_t put_choice(const protocol::OpenDecision& open, protocol::Fold::Choice choice, Draft& draft);
    std::int64_t reveal(const protocol::OpenDecision& last, Draft& draft);
    void seal(const protocol::OpenDecision& open, protocol::Fold::Choice choice, Draft& draft);
    void unseal(rules::Seat seat, Draft& draft);
    void take_back(rules::Seat seat, Draft& draft);
    void empty_box(Draft& draft);

    // state_shares.cpp: dice to which the seats add
    Applied do_message(const Question& question, const protocol::NewLadder& message, Now now);
    Applied carry_out(const RenewLadder& command, Now now);
    /// Whether somebody may sit down with this ladder, and knows how the battle begins.
    std::optional<Refusal> refuse_ladder(const std::string& foot, const std::string& start) const;
    std::optional<Refusal> refuse_new_ladder(rules::Seat seat, const std::string& foot) const;
    std::optional<Refusal> refuse_while_sealed(rules::Seat seat) const;
    protocol::SignedHead head_of_step(int step) const;
    Applied carry_out(const HearWitness& command, Now now);

    // state_endings.cpp
    Applied do_message(const Question& question, const protocol::Concede& message, Now now);
    Applied do_message(const Question& question, const protocol::OfferDraw& message, Now now);
    Applied do_message(const Question& question, const protocol::AnswerDraw& message, Now now);
    Applied do_message(const Question& question, const protocol::Claim& message, Now now);
    std::optional<Refusal> refuse_claim(rules::Seat seat, Now now) const;

    // state_talk.cpp
    Applied say(const FromSeat& message, Now now);

    // state_orders.cpp
    Applied do_message(const Question& question, const protocol::Order& message, Now now);
    Applied do_message(const Question& question, const protocol::AskOrders& message, Now now);
    Bundle orders(rules::Seat seat, const std::string& id) const;
    void keep_orders(rules::Seat seat, SeatOrders orders, Draft& draft);
    void leave_to_seat(rules::Seat seat, std::int64_t decision, Draft& draft);

    /// An event became part of it: what no fold knows of it is remembered here.
    void note(const protocol::LoggedEvent& event);

    // state_seats.cpp
    Applied carry_out(const TakeSeat& command, Now now);
    Applied carry_out(const AcceptSeat& command, Now now);
    Applied take(const FromSeat& message, Now now);
    std::expected<rules::Seat, Refusal> seat_to_take(const std::string& name) const;
    Bundle invitation(rules::Seat seat, const std::string& token, const std::string& id, bool taken = false) const;
    /// Somebody may still take a seat that is open to anybody.
    bool waits_for_anybody() const;
    Applied do_message(const Question& question, const protocol::HandOver& message, Now now);

    // state_rematch.cpp
    Applied rematch(const FromSeat& message, Now now);
    Applied carry_out(const ComeFromBefore& command, Now now);
    Applied do_message(const Question& question, const protocol::WithdrawRematch& message, Now now);
    std::optional<Refusal> refuse_rematch(rules::Seat seat, const std::string& token) const;
    /// Whether with this seat's word all people want it so.
    bool all_want(rules::Seat seat, bool swap) const;
    /// The seat that whoever has this one gets in the rematch.
    rules::Seat seat_after(rules::Seat seat, bool swap) const;
    Applied want_rematch(const Question& question, RematchWant want, Now now);
    Applied make_rematch(const Question& question, const protocol::Rematch& message, const NewBattle& drawn, Now now);
    Applied give_rematch_up(const Question& question, const Refusal& why, Now now);
    void drop_want(rules::Seat seat, Draft& draft, const Refusal* why = nullptr);

    // state_nudges.cpp
    Applied carry_out(const DropNudge& command, Now now);
    Applied carry_out(const TellWaiting& command, Now now);
    Applied do_message(const Question& question, const protocol::Subscribe& message, Now now);
    Applied do_message(const Question& question, const protocol::Unsubscribe& message, Now now);
    Applied do_message(const Question& question, const protocol::ListNudges& message, Now now);
    void note_waiting(Now now);
    void nudge(const protocol::OpenDecision& open, bool reminder, Change& change) const;

    // state_messages.cpp: whose message it is, and what it is answered with
    Applied carry_out(const FromSeat& message, Now now);
    void answer(Draft& draft, const Question& question, std::int64_t seq);
    Bundle accepted(const Question& question, std::int64_t seq) const;
    static Change only(Bundle answer);

    /// When its clock or its nudges want attention next; 0: never.
    std::int64_t next_moment() const;
    /// A time runs that moves with all deadlines.
    bool time_runs() const { return clock_.running() || (places_ && nudges_.next() != 0); }
    void take_credit(std::int64_t shift_ms);
    std::int64_t gone_since(rules::Seat seat, Now now) const;

    std::int64_t number_ = 0;
    std::size_t origin_weight_ = 0;
    storage::Header header_{};
    std::unique_ptr<protocol::Fold> fold_{};
    protocol::Shown shown_{{}};
    const protocol::P256Key* key_ = nullptr;                     ///< by which heads are signed; null: it is of another server, or of the time before
    mutable std::optional<protocol::SignedHead> signed_head_{};  ///< the last that was asked for
    mutable std::optional<protocol::SignedHead> step_head_{};    ///< the same with a step
    SeatTokens tokens_{};
    std::map<rules::Seat, protocol::Fold::Choice> box_{};  ///< sealed
    std::map<rules::Seat, SeatOrders> orders_{};
    Answered answered_{};
    Tally tally_{};
    std::map<rules::Seat, std::string> heirs_{};  ///< names that came with seats that were handed over
    Bots bots_{};
    BotShares bot_shares_{};
    OpenSeats open_seats_{};
    RematchWants rematch_wants_{};
    std::optional<RematchMade> rematch_{};
    BattleNudges nudges_{};
    const NudgePlaces* places_ = nullptr;  ///< null: nobody is told
    BattleClock clock_{};
    std::int64_t credited_shift_ms_ = 0;  ///< the shift that the clock and the nudges have had their credit for
    std::string clock_kept_{};            ///< the clock as the store has it
    std::int64_t wake_kept_ = 0;          ///< when it wants attention, as the store has it
    storage::Status status_kept_ = storage::Status::waiting;
    bool open_kept_ = false;  ///< waits_for_anybody() as the store has it
    std::string finished_at_{};
    std::int64_t ended_at_ = 0;
    std::set<rules::Seat> here_{};
    std::map<rules::Seat, Now> gone_{};  ///< seats without a connection, and since when
};

}  // namespace muster::server
