// A battle of the server upstream, for any number of spectators here: one follow there, by the protocol of clients, and everybody here is served from what
// it brought. Its history stays in memory as long as somebody watches and a little longer (limits::relay_grace), so that whoever comes later or again
// gets it from here; what `following` and a snapshot say of it is asked for anew when it has become old.
//
// If upstream is cut, its viewers stay and hear nothing until it is back: then it is followed from the last event that is here. Lives on its own strand.
#pragma once
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/access/address_limits.hpp"
#include "server/base/clock.hpp"
#include "server/base/pace.hpp"
#include "server/battle/audience.hpp"
#include "server/battle/ground.hpp"
#include "server/battle/port.hpp"
#include "server/relay/origin.hpp"
#include "server/relay/together_way.hpp"
#include "server/relay/upstream.hpp"

namespace muster::server {

/// What all relayed battles share; outlives them.
struct RelayGround {
    Ground& ground;
    Upstream& upstream;
    RelayHost& origin;
    const Clock& clock;
    bool paced = true;  ///< which battles are followed anew: one address after the other
    std::chrono::milliseconds first_pause = limits::relay_first_pause;
    std::chrono::milliseconds pause_max = limits::relay_pause_max;
    std::chrono::milliseconds grace = limits::relay_grace;  ///< a battle that nobody watches any more is still followed so long
    Volume bytes{};                                         ///< of all histories
    Volume leaving{};                                       ///< of these, what is about to be forgotten
    Gauge lines{};                                          ///< lines to upstream that are open
    Gauge together_lines{};                                 ///< lines to rooms there, one for each member here
    Pace opened{};                                          ///< of those that were not there yet
    Counter lost{};                                         ///< lines that broke while somebody watched
    Counter events{};                                       ///< that came
    std::size_t bytes_max = limits::relayed_bytes_max;
    std::int64_t viewers_max = limits::relayed_viewers_max;
    bool passes_tokens = false;  ///< upstream is a server of the same store, and may be told them
};

class RelayedBattle final : public BattlePort, public Upstream::Listener, public std::enable_shared_from_this<RelayedBattle> {
public:
    /// Who keeps it; called on its strand.
    class Keeper {
    public:
        virtual ~Keeper() = default;
        /// It is of no use any more, and whoever wants this battle needs another.
        virtual void forget(const std::shared_ptr<RelayedBattle>& battle) = 0;
        /// Memory runs short: ends battles that nobody watches, as many as it takes for all to have no more than `most` bytes.
        virtual void free_memory(std::size_t most) = 0;
    };
    RelayedBattle(std::string battle, RelayGround& all, std::weak_ptr<Keeper> keeper);

    const std::string& battle() const override { return battle_; }
    void follow(Connection connection, std::string id, protocol::Follow message) override;
    void unfollow(Connection connection, std::string id) override;
    void together(Connection connection, std::string id, protocol::TogetherBody message) override;
    void leave(Connection connection) override;
    void read_audience(Answer<std::vector<Onlooker>> answer) override;
    // Who sends these must be a seat, or has to ask upstream.
    void send(Connection connection, std::string id, SeatMessage message) override;
    void command(Command command, Answer<void> answer) override;
    void wake() override {}
    void read_events(EventsQuestion question, Answer<std::string> answer) override;
    void read_record(std::string token, RecordCursor cursor, Answer<RecordSlice> answer) override;
    void read_standing(std::string token, rules::Policy policy, Answer<Standing> answer) override;
    void read_past(std::string token, Answer<Past> answer) override;
    void read_glance(Answer<Glance> answer) override;

    void on_open() override;
    void on_text(std::string_view text) override;
    void on_closed(const std::string& why) override;

    // From any thread.
    /// The generation of the history that is here; nothing while there is none.
    std::optional<std::string> generation() const;
    bool watched() const { return watched_ || coming_ > 0; }
    std::size_t bytes() const { return bytes_; }
    /// Follows upstream for whoever will come, if this one may have that done.
    void prepare(std::shared_ptr<Caller> caller);
    /// It is followed anew at once: its line is of no use (`lost`), or there is none and one is waited for.
    void look_again(bool lost);
    /// Since when upstream is missed, by the clock's steady time; 0: it is not.
    std::int64_t lost_at_ms() const { return lost_at_ms_; }
    /// Once a second: refuses whoever has waited too long, and ends it if nobody has watched for RelayGround::grace.
    void rest();
    /// Ends it; whoever waits is told `why`. Called once, by its keeper.
    void end(Refusal why);

private:
    struct Waiting {
        Connection connection;
        std::string id;
        protocol::Follow message;
        std::int64_t until_ms = 0;
    };

    void on_strand(std::function<void(RelayedBattle&)> work);
    void join(Waiting waiting);
    std::optional<Refusal> refuse_opening(const std::function<bool()>& may_fetch);
    /// More of what there was when it was followed is on its way.
    bool is_behind() const { return history_.head() < following_head_; }
    std::optional<Refusal> refuse_fetching(const std::function<bool()>& may_fetch);
    void turn_away(const Waiting& waiting, const Refusal& why);
    void leave_if_idle();
    void attend();
    bool ready_for(const Waiting& waiting);
    bool is_fresh() const;
    bool wants_snapshot() const;
    void admit(Waiting waiting);
    void drop(const Connection& connection);
    void watch();
    void refuse_waiting(const Refusal& why);
    void refuse_late();

    // relayed_battle_together.cpp
    void pass_to_room(const Connection& connection, const std::string& id, protocol::TogetherBody message, bool comes);
    TogetherWay* way_to_room(const Connection& connection, const std::string& id, bool comes);
    void leave_room(const Connection& connection);
    void end_ways();

    void open();
    void ask();
    void hear(std::string_view text, const Json& message);
    void hear_following(const Json& message);
    void hear_event(std::string_view text, const Json& message);
    void hear_snapshot(std::string_view text, const Json& message);
    void hear_refusal(const Json& message);
    void keep();
    bool has_room(std::size_t bytes, bool goes_on);
    Refusal no_memory() const;
    void begin_anew();
    void mark_news();
    void tell_news(int again);
    void lose(const std::string& why);
    void open_again();
    void give_up(const Refusal& why);
    void retire();

    Audience::Host host();
    Audience::Host::Seen look();
    Bundle clock_now() const;

    const std::string battle_;
    RelayGround& all_;
    const std::weak_ptr<Keeper> keeper_;
    Volume::Held leaving_{};
    Strand strand_;
    Timer again_, presence_timer_;

    std::shared_ptr<Upstream::Line> line_{};
    Gauge::Held open_{};
    int asked_ = 0;          ///< follows that were sent on this line: an answer to an earlier one is not waited for
    bool answered_ = false;  ///< ... and the last is answered: from then on events come
    bool snapshot_asked_ = false;
    std::chrono::milliseconds pause_;

    bool known_ = false;       ///< upstream has said what it is
    std::string following_{};  ///< that, but for type, id and head
    std::int64_t following_head_ = 0;
    std::int64_t following_at_ms_ = 0;
    bool whole_ = false;  ///< all of it was here once: since then it only goes on
    History history_;
    std::unique_ptr<Audience> audience_;
    Bundle snapshot_{};
    std::int64_t snapshot_seq_ = 0;
    Volume::Held kept_{};  ///< of following and snapshot
    std::optional<Json> presence_{};
    std::optional<Json> clock_{};
    std::int64_t clock_at_ms_ = 0;  ///< when it came, by the clock's steady time
    bool news_ = false;             ///< is about to be told
    bool more_news_ = false;        ///< has come since

    std::vector<Waiting> waiting_{};
    std::unordered_map<Connection, std::shared_ptr<TogetherWay>> together_{};
    std::optional<std::int64_t> left_at_ms_{};  ///< nobody watches since then
    bool retired_ = false;

    std::atomic<bool> watched_{false};
    std::atomic<int> coming_{0};         ///< who follow, and of whom it is being asked whether they are let in
    std::atomic<std::size_t> bytes_{0};  ///< of its history and snapshot
    std::atomic<std::int64_t> lost_at_ms_{0};
    mutable std::mutex mutex_{};
    std::optional<std::string> generation_{};  // guarded by mutex_; written on the strand only
};

}  // namespace muster::server
