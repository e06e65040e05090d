// A battle in memory that can be asked from anywhere: its queue, how it is read from the store, how a step is stored and told. One
// thing after the other on a strand of its own.
//
// Who wants something waits in a bounded queue while a step is being stored, so nobody ever sees what is not durable. If a step
// could not be stored, the state is dropped and read from the store again. Exceptions end in one place (guard), and whoever waits
// is answered.
#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <variant>

#include "rules/random.hpp"
#include "server/base/limits.hpp"
#include "server/battle/audience.hpp"
#include "server/battle/codec.hpp"
#include "server/battle/port.hpp"
#include "server/battle/services.hpp"
#include "server/battle/together.hpp"
#include "server/battle/witness_patience.hpp"

namespace muster::server {

class BattleQueries;

class BattleActor : public BattlePort, public std::enable_shared_from_this<BattleActor> {
public:
    /// A command, whom its answer goes to, and how: as a message, or as a call.
    struct CommandPost {
        Command command;
        Connection from{};
        std::string id{};
        Answer<void> answer{};
    };
    struct FollowPost {
        Connection from;
        std::string id;
        protocol::Follow message;
    };
    /// What the member of a room says, or whoever wants to become one.
    struct TogetherPost {
        Connection from;
        std::string id;
        protocol::TogetherBody message;
    };
    struct QueryPost {
        std::function<void(const BattleQueries&)> ask;
        std::function<void(const Refusal&)> refused;
    };
    /// Somebody looks no longer. Behind what it sent before, but it needs no battle in memory.
    struct GoodbyePost {
        Connection connection;
        std::optional<std::string> id{};  ///< of the message that it is answered to; none: the connection is gone
    };
    /// Its time has come.
    struct WakePost {};
    /// Something that wants the battle in memory and nothing under way.
    using Post = std::variant<CommandPost, FollowPost, TogetherPost, QueryPost, GoodbyePost, WakePost>;

    /// Its place in the table of battles (lobby.hpp). Called on the battle's strand.
    struct Owner {
        /// Nobody looks at it and nothing waits, or somebody does again; `bytes` is about what it takes in memory.
        std::function<void(const std::shared_ptr<BattleActor>&, bool idle, std::size_t bytes)> rest;
        /// Whether a battle that takes so many bytes may take more. Called from anywhere.
        std::function<bool(std::size_t bytes)> may_grow;
        /// It leaves memory.
        std::function<void(const std::shared_ptr<BattleActor>&)> retire;
        /// What still came for it, for the battle that is read anew.
        std::function<void(const std::string& battle, Post post)> again;
    };

    BattleActor(Services& services, std::string battle, Owner owner);

    const std::string& battle() const override { return battle_; }
    void follow(Connection connection, std::string id, protocol::Follow message) override;
    void unfollow(Connection connection, std::string id) override;
    void send(Connection connection, std::string id, SeatMessage message) override;
    void together(Connection connection, std::string id, protocol::TogetherBody message) override;
    void leave(Connection connection) override;
    void command(Command command, Answer<void> answer) override;
    void wake() override;
    void read_events(EventsQuestion question, Answer<std::string> answer) override;
    void read_record(std::string token, RecordCursor cursor, Answer<RecordSlice> answer) override;
    void read_standing(std::string token, rules::Policy policy, Answer<Standing> answer) override;
    void read_past(std::string token, Answer<Past> answer) override;
    void read_glance(Answer<Glance> answer) override;
    void read_audience(Answer<std::vector<Onlooker>> answer) override;

    /// Gives another server's battle what came for this one; false: it is for this server only, and as it was.
    static bool pass_on(BattlePort& to, Post& post);
    void submit(Post post);
    /// Answers what cannot be heard.
    void turn_away(Post post, const Refusal& refusal) { refuse(post, refusal); }
    /// What has just been created needs not be read from the store.
    void adopt(std::shared_ptr<NewBattle> created, std::int64_t number);
    /// It is there, though nobody has asked anything of it yet.
    void begin_to_rest();
    /// Leaves memory, if nobody looks at it and nothing waits.
    void retire_if_idle();
    /// Ends timers at shutdown.
    void stop();
    /// Another server of the store has taken it.
    void lost();
    /// Whoever looks at it here comes again.
    void send_away();

private:
    enum class Memory { absent, loading, present };

    /// A share of the next dice that was carried out, and what it is answered with once it is durable.
    struct Shared {
        Post post;
        Bundle answer;
    };

    /// A step that is being stored.
    struct Storing {
        Change change;
        std::optional<Post> post{};      ///< who wanted it; nobody: it came about by itself
        std::optional<Shared> before{};  ///< the share that is stored with that of `post`
        std::function<void()> then{};    ///< once it is durable, before it is told
        Volume::Held counted{};
    };

    /// When it wants attention, and how long it rests before that comes to anything (Waker::set).
    struct Wake {
        std::int64_t at = 0;
        std::chrono::milliseconds rest{};
        bool operator==(const Wake&) const = default;
    };

    /// A battle as the store gave it, on its way into memory.
    struct StoredText {
        storage::StoredBattle battle;
        std::optional<std::int64_t> away_ms;
        Volume::Held counted;  ///< twice: what becomes of it is beside it for a while
    };

    // actor.cpp: the path of a command
    void enter(Post post);
    void pump();
    static bool goes_on_anyway(const Post& post);
    bool must_wait() const { return storing_ || memory_ != Memory::present || !queue_.empty(); }
    void take_turn(Now now);
    void carry_out(CommandPost& post, Now now);
    void carry_out(QueryPost& post, Now now);
    std::shared_ptr<const std::expected<NewBattle, Refusal>> draw_rematch(const FromSeat& message, Now now) const;
    void tell_rematch_waits(const Connection& asked_by, const Refusal& why);
    bool carry_out_by_itself(std::optional<Command> command, Now now);
    void own_players_go_on(Now now);
    void commit(Storing storing);
    void stored(const std::expected<std::int64_t, storage::Failure>& result);
    void tell(Storing& storing);
    void announce(Storing& storing, bool clock_changed);
    void answer(Post& post);
    void refuse(Post& post, const Refusal& refusal);
    void refuse(Storing& storing, const Refusal& refusal);

    // actor_memory.cpp: reading it from the store, and what goes wrong
    void load();
    void no_time();
    void no_room();
    bool on_pool(BoundedPool& pool, std::function<void(BattleActor&)> work);
    void read_on_pool(bool anyway, bool in_doubt);
    void rebuild_on_pool(StoredText text, bool in_doubt);
    const std::atomic<bool>& given_up(bool in_doubt) const;
    void too_many_loads();
    void loaded(std::expected<LoadedBattle, Refusal> battle);
    void unreadable(const storage::Failure& failure);
    void not_in_store();
    void elsewhere(const std::string& url);
    void take_up(std::expected<LoadedBattle, Refusal> battle);
    void settle_doubt();
    void not_stored(Storing storing, const storage::Failure& failure);
    void look_it_up(Storing storing);
    /// Before this is carried out.
    void read_anew(Post post = WakePost{});
    /// Who has more of the battle than there is here may have it from another server of the store, which has taken it without this one having heard of it yet.
    /// That is looked up, but not for each who asks.
    bool may_be_old(Now now) const { return services_.elsewhere && now.played_ms() - read_at_ms_ > old_after_ms; }
    void forget();
    void refuse_queue(const Refusal& refusal);
    std::size_t bytes() const { return history_.bytes() + state_counted_.bytes(); }
    void watch_idle();
    void leave_memory();
    void end_timers();
    void retire_now();
    void try_again_soon();
    template <typename Work>
    void enter_guarded(Work work);
    void post_guarded(std::function<void(BattleActor&)> work);
    void guard(const std::function<void()>& work);

    // actor_witness.cpp: who feeds its dice
    void ask_witness();
    void witness_answered(std::expected<protocol::WitnessAnswer, Refusal> answer);
    void witness_heard(const std::expected<void, Refusal>& result);
    void pause_witness(const Refusal& why);
    void await_witness_no_longer();

    // actor_shares.cpp: both seats' shares of the next dice in one step
    std::optional<rules::Seat> seat_that_shares(const Post& post) const;
    bool waits_for_the_other_share(Now now);
    bool is_soon_the_last(rules::Seat seat) const;
    void commit_share(Change change, Now now);
    std::optional<Change> other_share(Now now);
    std::optional<Change> share_of_bot(Now now);

    // actor_together.cpp: rooms in which it is looked back at
    void carry_out(TogetherPost& post, Now now);
    std::optional<Refusal> refuse_meeting(const protocol::Meet& message, Now now) const;
    bool is_shut_to_rooms() const;
    void look_after_rooms();
    void end_rooms(const std::string& why);

    // actor_following.cpp: who looks
    void carry_out(FollowPost& post, Now now);
    void carry_out(GoodbyePost& post, Now now);
    void carry_out(WakePost& post, Now now);
    void say_goodbye(const GoodbyePost& post);
    void begin_to_follow(const FollowPost& post, rules::Viewer viewer, const std::string& name);
    void drop_viewer(const Connection& connection);
    void presence_changed(std::optional<rules::Seat> seat);
    void note_attendance();
    Audience::Host host();
    Audience::Host::Seen look();
    std::vector<Audience::Asked> asked(const std::vector<Change::Again>& changed) const;
    Bundle fresh_clock() const;
    std::optional<Refusal> refuse_banned(const FromSeat& message) const;
    void tell_nudges(Change& change);
    void set_wake();
    void set_here(rules::Seat seat, bool here);

    Services& services_;
    const std::string battle_;
    Owner owner_;
    Strand strand_;
    Memory memory_ = Memory::absent;
    std::unique_ptr<BattleState> state_{};  ///< may be ahead of the store while a step is being stored
    History history_;                       ///< what is durable
    Volume::Held state_counted_{};
    Audience audience_;
    Together together_;
    rules::Random random_;
    struct Waiting {
        Post post;
        Gauge::Held counted;
        Volume::Held weight;
        enum class Pause { none, under_way, over } pause = Pause::none;  ///< of a share, for that of the other seat
    };
    std::deque<Waiting> queue_{};
    std::optional<Post> current_{};  ///< what is being carried out now
    std::optional<Storing> storing_{};
    std::uint64_t steps_ = 0;           ///< handed to the store; a report of an older one is of no use after a mistake
    bool clock_owed_ = false;           ///< the clocks say something else than before, and nobody was shown it yet
    std::optional<Wake> wake_told_{};   ///< to the waker, last
    std::optional<Storing> telling_{};  ///< durable, and being told
    bool rematch_waits_told_ = false;   ///< since something was stored last
    static constexpr std::int64_t old_after_ms = 100;
    std::int64_t read_at_ms_ = 0;            ///< when it came into memory, as Now::played_ms
    bool lost_meanwhile_ = false;            ///< it was another's while it was being stored or read: what is here may be too old
    bool mistaken_ = false;                  ///< a mistake was made while a step was being stored: the state is not to be trusted
    std::optional<Storing> doubtful_{};      ///< nobody knows whether this is in the store; to be looked up
    std::atomic<std::int64_t> claimed_ = 0;  ///< its number, while it is this server's
    bool retired_ = false;
    bool stopped_ = false;
    bool idle_ = false;
    bool asking_witness_ = false;  ///< it is asked, or will be after a pause
    WitnessPatience witness_patience_{};
    Timer idle_timer_;
    Timer again_timer_;
    Timer presence_timer_;
    Timer witness_timer_;
    Timer share_timer_;
    Timer together_timer_;
    Attended attended_{};  ///< as Services::attendance knows it
};

// At once, on this thread, where the strand is free: a hop less for each message. Never in the midst of something else of this battle.
template <typename Work>
void BattleActor::enter_guarded(Work work) {
    auto run = [self = shared_from_this(), work = std::move(work)]() mutable { self->guard([&] { work(*self); }); };
    if (strand_.running_in_this_thread()) asio::post(strand_, std::move(run));
    else asio::dispatch(strand_, std::move(run));
}

}  // namespace muster::server
