// One battle in memory: its fold, its viewers, its sealed choices. Lives on its own strand; everything public may be
// called from anywhere and is posted there.
//
// Order of work for a choice: answered before? → open? → check → apply, dice → store → (durable) → answer → broadcast →
// ask anew. While a step is being stored, further commands wait in the session's own bounded queue, so nobody ever sees
// what is not durable. If storing fails, the fold is dropped and read again from the store.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <variant>

#include "protocol/server_messages.hpp"
#include "server/battle/battle_clock.hpp"
#include "server/battle/battle_nudges.hpp"
#include "server/battle/bots.hpp"
#include "server/battle/event_log.hpp"
#include "server/battle/odds_subject.hpp"
#include "server/battle/seat_orders.hpp"
#include "server/battle/services.hpp"
#include "server/battle/subscriber.hpp"

namespace muster::server {

class Session : public std::enable_shared_from_this<Session> {
public:
    using Connection = std::shared_ptr<Subscriber>;

    /// Something to do with the battle once it is in memory and nothing is being stored, and what to say if that cannot be.
    struct Command {
        std::function<void(Session&)> run;
        std::function<void(const Refusal&)> refused;
        bool always = false;  ///< not subject to the queue's bound, and needs no battle in memory
        Gauge::Held waiting{};
    };

    /// `retire` is called on the session's strand when nobody has looked at the battle for a while; afterwards commands
    /// that still arrive are handed to `again`, which finds the battle anew.
    struct Owner {
        std::function<void(const std::shared_ptr<Session>&)> retire;
        std::function<void(const std::string& battle, Command command)> again;
    };

    Session(Services& services, std::string battle, Owner owner);

    // Answers go to the connection as protocol messages, with the client's id.
    void follow(Connection connection, std::string id, protocol::Follow message);
    void unfollow(Connection connection, std::string id);
    void choose(Connection connection, std::string id, protocol::Choose message);
    void retract(Connection connection, std::string id, protocol::Retract message);
    void order(Connection connection, std::string id, protocol::Order message);
    void tell_orders(Connection connection, std::string id);
    void concede(Connection connection, std::string id);
    void offer_draw(Connection connection, std::string id);
    void answer_draw(Connection connection, std::string id, bool accept);
    void claim(Connection connection, std::string id);
    void hand_over(Connection connection, std::string id, protocol::HandOver message);
    void say(Connection connection, std::string id, std::string text);
    /// Subscribes, unsubscribes or lists, for the connection's own seat.
    void nudge(Connection connection, std::string id, protocol::NudgeMessage message);
    /// The place of this subscription is gone.
    void drop_nudge(std::string id);
    /// Its time has come, as storage::Step::wake_at said.
    void wake();
    /// The connection is gone.
    void leave(Connection connection);

    /// For HTTP: what came after `since` with the seat's open requests, or the record, as one JSON text. `token` empty: a spectator.
    using Answer = std::function<void(std::expected<std::string, Refusal>)>;
    void read_events(std::string token, std::int64_t since, Answer answer);
    struct RecordAnswer {
        std::string text;
        std::string version;       ///< changes with every input and event
        bool over = false;         ///< it will not change any more
        bool open_to_all = false;  ///< nobody needs a token to read it
    };
    void read_record(std::string token, std::function<void(std::expected<RecordAnswer, Refusal>)> answer);

    /// For odds: the battle as it stands, and all it has been, as `token`'s viewer may know it (sealed choices are no
    /// part of either).
    struct Standing {
        std::int64_t head = 0;
        std::vector<std::string> seats;
        OddsSubject subject;
    };
    struct Past {
        std::int64_t head = 0;
        protocol::Origin origin;
        std::vector<std::string> inputs;
    };
    void read_standing(std::string token, rules::Policy policy, std::function<void(std::expected<Standing, Refusal>)> answer);
    void read_past(std::string token, std::function<void(std::expected<Past, Refusal>)> answer);

    /// Queues a command; used by the lobby when a battle left memory in between.
    void submit(Command command);

    /// What has just been created needs not be read from the store.
    void adopt(std::shared_ptr<const storage::StoredBattle> created);

    // session_moderate.cpp: for the operator
    using Moderated = std::function<void(std::expected<void, Refusal>)>;
    /// Takes a public battle out of the lists, or puts it in again.
    void set_hidden(bool hidden, Moderated answer);
    /// Ends it; nobody has won.
    void close(Moderated answer);

    /// Ends timers at shutdown.
    void stop();

    const std::string& battle() const { return battle_; }

private:
    enum class State { unloaded, loading, ready };

    struct Viewing {
        Connection connection;
        std::string name{};
        rules::Viewer viewer{};
        std::int64_t sent = 0;         ///< the last event that was delivered
        std::int64_t requested = 0;    ///< the last decision it was asked
        bool catching_up = false;      ///< history is still going out in slices
        bool stalled = false;          ///< its next slice waits until the battle is in memory again
        std::uint64_t generation = 0;  ///< a second `follow` makes slices of the first one stale
        Gauge::Held counted{};
    };

    /// An operation that wants to be stored, and what to do once it is (`stored`) or was not.
    struct Pending {
        protocol::Applied applied;
        storage::Step step{};  ///< given away to the store by commit()
        struct {
            std::optional<storage::Status> status{};
            std::int64_t last_seq = 0;
            std::string finished_at{};
        } summary{};  ///< what of it is needed afterwards
        std::vector<std::pair<std::int64_t, rules::Seat>> open_before{};
        bool clock_changed = false;
        std::function<void()> stored{};
        std::function<void(const Refusal&)> failed{};
        explicit Pending(std::string at) : applied(std::move(at)) {}
    };

    /// A sealed choice in the box.
    struct SealedChoice {
        std::int64_t decision = 0;
        Json choice;
        protocol::How how = protocol::How::chosen;
        bool operator==(const SealedChoice&) const = default;
    };

    /// Who asks what, so that the answer finds back and a repeated question gets the same one.
    struct Question {
        Connection connection;
        std::string id;
        std::string what;  ///< kind of message and its subject
        std::int64_t decision = 0;
        std::optional<rules::Seat> seat{};

        std::string key() const { return std::to_string(seat.value_or(-1)) + '|' + id + '|' + what; }
    };

    // session.cpp: the queue, loading, storing
    void enter(Command command);
    void pump();
    void run(const Command& command);
    void load();
    void loaded(std::expected<std::optional<storage::StoredBattle>, storage::Failure> result);
    std::optional<Refusal> rebuild(const storage::StoredBattle& stored);
    bool replay_step(const storage::Step& step);
    void refuse_queue(const Refusal& refusal);
    std::shared_ptr<Pending> begin_step() const;
    void commit(std::shared_ptr<Pending> pending);
    void committed(const std::shared_ptr<Pending>& pending, const std::expected<std::int64_t, storage::Failure>& result);
    void forget();
    std::function<void(const Refusal&)> trying_again();
    void watch_idle();

    // session_play.cpp: what seats do
    void plain(Connection connection, std::string id, std::function<void(Session&)> run);
    std::optional<Question> ask_seat(const Connection& connection, const std::string& id, std::string what, std::int64_t decision);
    void do_choose(const Connection& connection, const std::string& id, const protocol::Choose& message);
    std::int64_t put_choice(const protocol::OpenDecision& open, Json choice, protocol::How how, Pending& pending);
    void resend_if_sealed(std::int64_t decision, const Connection& except);
    void do_retract(const Connection& connection, const std::string& id, const protocol::Retract& message);
    void do_concede(const Connection& connection, const std::string& id);
    void do_offer_draw(const Connection& connection, const std::string& id);
    void do_answer_draw(const Connection& connection, const std::string& id, bool accept);
    void do_say(const Connection& connection, const std::string& id, const std::string& text);
    bool move_bots();
    bool move_bot(rules::Seat seat, protocol::Bot bot, Pending& pending);
    void unseal_all(Pending& pending) const;
    void void_sealed(Pending& pending);
    bool answered_before(const Question& question);
    void answer(Pending& pending, const Question& question, std::int64_t seq);
    std::expected<rules::Seat, Refusal> seat_of(const Connection& connection) const;

    // session_clock.cpp: what time brings about
    bool restore_clock(const storage::StoredBattle& stored);
    void run_clock(Pending& pending);
    bool keep_time();
    void credit_absence(std::int64_t ms);
    void pass_deadline(const std::vector<rules::Seat>& late);
    void remind(const std::vector<rules::Seat>& seats);
    void do_claim(const Connection& connection, const std::string& id);
    void note_absence(rules::Seat seat);
    std::string clock_text() const;
    void broadcast_clock();

    // session_nudges.cpp: who is told that a decision waits
    using NudgeAnswer = std::expected<std::variant<protocol::Subscribed, protocol::Unsubscribed, protocol::NudgeList>, Refusal>;
    void do_nudge(rules::Seat seat, const protocol::NudgeMessage& message, const std::function<void(const NudgeAnswer&)>& done);
    NudgeAnswer nudge_list(const std::string& seat) const;
    void end_nudges(const std::vector<std::string>& ids) const;
    void keep_nudges(storage::Step& step);
    void note_waiting();
    void note_presence();
    bool tell_waiting();
    void send_nudge(const protocol::OpenDecision& open, bool reminder);
    void close_nudges(const std::vector<std::pair<std::int64_t, rules::Seat>>& open_before) const;
    bool is_here(rules::Seat seat) const;
    std::int64_t next_wake() const;

    // session_orders.cpp: what seats have left for later decisions
    struct OrderDue {
        std::int64_t decision = 0;
        Json choice;
    };
    bool restore_orders(const storage::StoredBattle& stored);
    void keep_orders(rules::Seat seat, SeatOrders orders, Pending& pending);
    void do_order(const Connection& connection, const std::string& id, const protocol::Order& message);
    void do_tell_orders(const Connection& connection, const std::string& id);
    std::string orders_text(rules::Seat seat, const std::string& id) const;
    void leave_to_seat(rules::Seat seat, std::int64_t decision, Pending& pending);
    std::optional<OrderDue> order_due();
    void play_order();

    // session_seats.cpp: who may sit where
    bool restore_offers(const storage::StoredBattle& stored);
    std::optional<rules::Seat> seat_offered_to(const std::string& token) const;
    void do_hand_over(const Connection& connection, const std::string& id, const protocol::HandOver& message);
    void accept_seat(const Connection& connection, const std::string& id, const protocol::Follow& message, rules::Seat seat);
    void unseat(rules::Seat seat, const Connection& except);
    std::function<void(const Refusal&)> refusing(const Connection& connection, const std::string& id) const;

    // session_moderate.cpp
    void do_set_hidden(bool hidden, const Moderated& answer);
    void do_close(const Moderated& answer);

    // session_view.cpp: who looks, and what they get
    void do_follow(const Connection& connection, const std::string& id, const protocol::Follow& message);
    void take_seat(const Connection& connection, const std::string& id, const protocol::Follow& message, rules::Seat seat, const std::string& name);
    void add_viewer(const Connection& connection, const std::string& id, const protocol::Follow& message, rules::Viewer viewer, const std::string& name);
    void drop_viewer(const Connection& connection);
    void resume_viewers();
    void send_history(const Connection& connection, std::uint64_t generation);
    void deliver_news(Viewing& viewing);
    void broadcast();
    void sweep_spectators();
    void send_requests(Viewing& viewing);
    void resend_request(const protocol::OpenDecision& open, const Connection& except);
    void announce(const std::vector<std::pair<std::int64_t, rules::Seat>>& open_before);
    std::string request_text(const protocol::OpenDecision& open) const;
    void schedule_presence();
    void send_presence();
    std::expected<rules::Viewer, Refusal> viewer_for(const std::string& token) const;
    Refusal beyond_head() const;
    std::string following_text(rules::Viewer viewer, const std::string& id) const;
    void to_seat(rules::Seat seat, const Frame& frame, const Connection& except = nullptr);
    void tell(const Connection& connection, Frame frame);
    void uncork();
    struct Cork;
    Viewing* find_viewing(const Connection& connection);

    Services& services_;
    const std::string battle_;
    Owner owner_;
    Strand strand_;
    State state_ = State::unloaded;
    bool storing_ = false;
    bool retired_ = false;
    std::deque<Command> queue_{};

    std::int64_t number_ = 0;
    storage::Header header_{};
    std::vector<std::string> token_hashes_{};
    std::map<rules::Seat, std::string> offered_{};  ///< hashes of tokens that end a seat's own when they are first used
    std::string finished_at_{};
    std::int64_t ended_at_ = 0;  ///< seq of battle_ended
    std::unique_ptr<protocol::Fold> fold_{};
    SessionLog log_;
    std::vector<std::string> inputs_{};
    storage::Status stored_status_ = storage::Status::waiting;
    std::map<rules::Seat, SealedChoice> box_{};
    BattleClock clock_{};
    std::int64_t clock_shift_ms_ = 0;                   ///< the waker's shift that the clock has had its credit for
    std::string clock_kept_{};                          ///< the clock as the store has it
    std::int64_t wake_at_ = 0;                          ///< when it wants attention, as the store has it
    std::map<rules::Seat, std::int64_t> gone_since_{};  ///< seats without a connection, in a battle with a live clock
    BattleNudges nudges_{};
    Bots bots_{};
    std::map<rules::Seat, SeatOrders> orders_{};
    rules::Random random_;                           ///< for bots that choose by chance
    std::map<std::string, std::int64_t> answers_{};  ///< by seat, id and what was asked: the seq that was answered

    std::vector<Viewing> viewers_{};
    std::unordered_map<const Subscriber*, std::size_t> viewer_index_{};
    std::size_t sweep_at_ = 0;
    bool sweeping_ = false;
    bool sweep_again_ = false;
    std::uint64_t generations_ = 0;
    /// The last frame made for an audience: viewers that miss the same events share it.
    struct {
        std::int64_t since = -1;
        std::int64_t head = -1;
        rules::Viewer viewer{};
        Frame frame{};
    } shared_{};
    bool corked_ = false;
    std::vector<std::pair<Connection, std::vector<Frame>>> held_{};
    Timer presence_timer_;
    std::chrono::steady_clock::time_point presence_sent_{};
    bool presence_due_ = false;
    Timer idle_timer_;
    Timer again_timer_;
    bool stopped_ = false;
};

}  // namespace muster::server
