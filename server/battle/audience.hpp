// Who looks at a battle, and what they get. It knows only what is durable. Players are told first; spectators in slices, with other
// battles in between, so that a crowd at one battle holds up nobody else. Lives on the battle's strand, and has neither clock nor timer.
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/base/metrics.hpp"
#include "server/battle/change.hpp"
#include "server/battle/command.hpp"
#include "server/battle/history.hpp"
#include "server/battle/now.hpp"
#include "server/battle/reading.hpp"
#include "server/battle/subscriber.hpp"

namespace muster::server {

class Audience {
public:
    using Connection = std::shared_ptr<Subscriber>;

    /// What the audience asks of its battle; all are called on the strand.
    struct Host {
        /// Something that may be called from anywhere once, and then calls send_history() on the strand.
        std::function<std::function<void()>(const Connection& connection, std::uint64_t generation)> next_slice;
        /// Calls sweep() on the strand, after others had their turn.
        std::function<void()> sweep_on;
        /// Calls send_presence() on the strand, after so long.
        std::function<void(std::chrono::milliseconds)> presence_in;
        /// What `presence` says now, and the clocks with it where somebody's absence counts; null: nothing can be said.
        struct Seen {
            Bundle presence{};
            Bundle clock{};
        };
        std::function<Seen()> look;
        /// The clocks as they stand at this moment; null: there are none, or they are not durable yet.
        std::function<Bundle()> clock;
    };
    Audience(const History& history, Metrics& metrics, Host host);

    /// Somebody who follows; a second follow of the same connection takes the place of the first.
    struct Newcomer {
        Connection connection;
        std::string name;
        rules::Viewer viewer{};
        std::int64_t since = 0;  ///< the last event it has
        std::vector<Bundle> first{};
    };
    void admit(Newcomer newcomer);
    /// The seat it looked from, if it looked at all.
    struct Left {
        std::optional<rules::Seat> seat{};
    };
    std::optional<Left> drop(const Connection& connection);
    /// All connections of a seat but one are told so and follow no longer.
    void unseat(rules::Seat seat, const Bundle& why, const Connection& except);
    /// Nobody follows any longer: all are told why, or are sent away to come again.
    void dismiss(const Bundle& why);
    void send_away();

    bool empty() const { return viewers_.empty(); }
    std::size_t spectators() const { return spectators_; }
    bool has(rules::Seat seat) const;
    /// Everybody who looks, with what `seat_id` calls the seats.
    std::vector<Onlooker> onlookers(const std::function<std::string(rules::Seat)>& seat_id) const;
    /// Seats that somebody looks from.
    std::size_t players() const;
    /// What is known of a connection that sends something.
    Sender sender(const Subscriber& connection) const;

    /// An open decision and its request to one of those who may make it.
    struct Asked {
        std::int64_t decision = 0;
        rules::Seat seat = 0;
        Bundle request;
    };
    /// What is asked and what the clocks show (null: there are none), without telling anybody: the battle has come into memory.
    void stand(std::vector<Asked> asked, Bundle clock);
    const std::vector<Asked>& asked() const { return asked_; }
    /// What is open after a change that is durable; before anybody is admitted or told of it.
    void ask(std::vector<Asked> asked) { asked_ = std::move(asked); }
    /// What such a change says to everybody. `clock`: null if it says nothing new.
    void publish(const Change& change, Bundle clock, const Connection& sender, const std::string& battle);
    /// What is no news of the battle: to all seats' connections but one, at once.
    void tell_players(const Bundle& bundle, const Connection& except);
    /// Tells what came in while the battle was not in memory.
    void catch_up();
    /// Whether much more is on its way than anybody here was told, as fast as it can come: then each gets the next part when he has taken the last.
    void pace(bool on) { paced_ = on; }

    /// The next part of the history for one that catches up; nothing if it left or follows anew.
    void send_history(const Connection& connection, std::uint64_t generation);
    /// Serves the next slice of spectators.
    void sweep();

    /// Presence is told soon, together with what else changes until then.
    void schedule_presence(Now now);
    void send_presence(Now now);
    void stop() { stopped_ = true; }

private:
    struct Viewing {
        Connection connection;
        std::string name{};
        rules::Viewer viewer{};
        std::int64_t sent = 0;         ///< the last event that was delivered
        std::int64_t requested = 0;    ///< the last decision it was asked
        bool catching_up = true;       ///< history is still going out in slices
        std::uint64_t generation = 0;  ///< a second follow makes slices of the first one stale
        std::uint64_t clock_seen = 0;
        std::uint64_t presence_seen = 0;
        std::vector<Bundle> held{};  ///< goes out together when everything is said
        Gauge::Held counted{};
    };

    Viewing* find(const Subscriber& connection);
    void add_news(Viewing& viewing);
    void add_requests(Viewing& viewing);
    void add_clock(Viewing& viewing);
    void add_presence(Viewing& viewing);
    void serve(Viewing& viewing);
    void to_seat(rules::Seat seat, const Bundle& bundle, const Connection& except = nullptr);
    void tell_requests(const Change& change, const Connection& sender);
    void ask_again(const Asked& asked, const Connection& except);
    void close_requests(const Change& change, const std::string& battle);
    void serve_players();
    void start_sweep();
    void hold(Viewing& viewing, Bundle bundle);
    void let_go(Viewing& viewing);
    Bundle news_for(const Viewing& viewing);

    const History& history_;
    Metrics& metrics_;
    Host host_;
    std::vector<Viewing> viewers_{};
    std::unordered_map<const Subscriber*, std::size_t> index_{};
    std::size_t spectators_ = 0;
    std::uint64_t generations_ = 0;

    std::vector<Asked> asked_{};
    Bundle clock_{};
    std::uint64_t clock_revision_ = 0;
    Bundle presence_{};
    std::uint64_t presence_revision_ = 0;

    bool paced_ = false;
    std::size_t sweep_at_ = 0;
    bool sweeping_ = false;
    bool sweep_again_ = false;
    /// The last news made for an audience: viewers that miss the same events share it.
    struct {
        std::int64_t since = -1;
        std::int64_t head = -1;
        rules::Viewer viewer{};
        Bundle news{};
    } shared_{};

    std::optional<std::int64_t> presence_sent_{};  ///< when, as Now::played_ms
    bool presence_due_ = false;
    bool stopped_ = false;
};

}  // namespace muster::server
